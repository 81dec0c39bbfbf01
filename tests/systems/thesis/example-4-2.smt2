; expect: TRUE
; Dissertation Example 4.2: Horn clauses of i = 0; while (i < 5) i += 3; assert(i < 7).
(set-logic HORN)
(declare-fun E () Bool)
(declare-fun L ((_ BitVec 32)) Bool)
(declare-fun M ((_ BitVec 32)) Bool)
(assert E)
(assert (=> E (L #x00000000)))
(assert (forall ((x (_ BitVec 32))) (=> (and (L x) (bvslt x #x00000005)) (L (bvadd x #x00000003)))))
(assert (forall ((x (_ BitVec 32))) (=> (and (L x) (not (bvslt x #x00000005))) (M x))))
(assert (forall ((x (_ BitVec 32))) (=> (and (M x) (not (bvslt x #x00000007))) false)))
(check-sat)

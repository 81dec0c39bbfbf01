; expect: FALSE
; Dissertation Example 4.2 in Z3's rule notation, with the assertion i < 6.
(declare-rel E ())
(declare-rel L ((_ BitVec 32)))
(declare-rel M ((_ BitVec 32)))
(declare-rel U ())
(declare-var x (_ BitVec 32))
(rule E)
(rule (=> E (L #x00000000)))
(rule (=> (and (L x) (bvslt x #x00000005)) (L (bvadd x #x00000003))))
(rule (=> (and (L x) (not (bvslt x #x00000005))) (M x)))
(rule (=> (and (M x) (not (bvslt x #x00000006))) U))
(query U)

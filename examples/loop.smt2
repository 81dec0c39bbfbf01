; expect: TRUE
; A loop as constrained Horn clauses: x and y count up together until x is n; they are equal then.
(set-logic HORN)
(declare-fun loop ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)

; int n = anything, x = 0, y = 0;
(assert (forall ((n (_ BitVec 32)) (x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (= x #x00000000) (= y #x00000000)) (loop n x y))))
; while (x != n) { x++; y++; }
(assert (forall ((n (_ BitVec 32)) (x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (loop n x y) (not (= x n)))
      (loop n (bvadd x #x00000001) (bvadd y #x00000001)))))
; assert(x == y);
(assert (forall ((n (_ BitVec 32)) (x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (loop n x y) (= x n) (not (= x y))) false)))
(check-sat)

; expect: TRUE
; A loop as constrained Horn clauses: x and y count up together until x is 100; then y is 100.
(set-logic HORN)
(declare-fun loop ((_ BitVec 32) (_ BitVec 32)) Bool)

; int x = 0, y = 0;
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (= x #x00000000) (= y #x00000000)) (loop x y))))
; while (x < 100) { x++; y++; }
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (loop x y) (bvult x #x00000064))
      (loop (bvadd x #x00000001) (bvadd y #x00000001)))))
; assert(y == 100);
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (loop x y) (not (bvult x #x00000064)) (not (= y #x00000064))) false)))
(check-sat)

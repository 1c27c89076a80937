(** * The rational and the real numbers, and runs on lists of them

    What was proved for all numbers and all vectors is said here of ℚ, where nothing at all is assumed, and of ℝ, where three
    axioms are: those on which Coq builds its real numbers. Then come lecture A's six points, and data that reach the bound. *)

From Coq Require Import List Setoid Morphisms Ring Field Lia QArith Qround Reals Lra.
From perclab Require Import ordered_field perceptron variants.
Import ListNotations.

(** ** 1. Vectors of numbers *)

Section Vectors.

Variable F : ordered_field.
Add Field F_field : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

(** A vector is the list of its entries, and entries that are missing are 0. *)
Fixpoint list_add (u v : list F) : list F :=
  match u, v with
  | [], _ => v
  | _, [] => u
  | a :: u, b :: v => (a + b)%field :: list_add u v
  end.

Definition list_scale (c : F) (u : list F) : list F := map (times c) u.

Fixpoint list_dot (u v : list F) : F :=
  match u, v with
  | a :: u, b :: v => (a * b + list_dot u v)%field
  | _, _ => 0%field
  end.

Open Scope field_scope.

Lemma list_dot_origin v : list_dot [] v == 0.
Proof. reflexivity. Qed.

Lemma list_dot_add u v w : list_dot (list_add u v) w == list_dot u w + list_dot v w.
Proof. revert v w. induction u as [| a u IH]; intros [| b v] [| c w]; cbn; try ring. rewrite IH. ring. Qed.

Lemma list_dot_scale c u v : list_dot (list_scale c u) v == c * list_dot u v.
Proof. revert v. induction u as [| a u IH]; intros [| b v]; cbn; try ring. fold (list_scale c u). rewrite IH. ring. Qed.

Lemma list_dot_symmetric u v : list_dot u v == list_dot v u.
Proof. revert v. induction u as [| a u IH]; intros [| b v]; cbn; try reflexivity. rewrite IH. ring. Qed.

Lemma list_dot_nonneg v : 0 <= list_dot v v.
Proof. induction v as [| a v IH]; cbn; [apply le_refl |]. linear (square_nonneg F a & IH). Qed.

(** They are vectors as perceptron.v wants them, of every dimension. *)
Definition vectors : space F :=
  Space F (list F) [] list_add list_scale list_dot
    list_dot_origin list_dot_add list_dot_scale list_dot_symmetric list_dot_nonneg.

(** *** The bound is tight (claim P11) *)

(** e₁, …, eₙ, all labelled +1, and θ* = (1, …, 1). The list of eᵢ₊₁ is i zeros and a 1. *)
Definition axis (i : nat) : vectors := repeat (0 : F) i ++ [1].
Definition ones (n : nat) : vectors := repeat (1 : F) n.

Fixpoint orthonormal (n : nat) : examples_in vectors :=
  match n with
  | O => []
  | S n => orthonormal n ++ [(axis n, pos)]
  end.

Lemma orthonormal_In n x y : In (x, y) (orthonormal n) -> exists i, (i < n)%nat /\ x = axis i /\ y = pos.
Proof.
  induction n as [| n IH]; cbn; [easy |]. rewrite in_app_iff. intros [there | [[= <- <-] | []]].
  - destruct (IH there) as (i & less & same). exists i. auto.
  - exists n. auto.
Qed.

Lemma axis_square i : ‖axis i‖² == 1.
Proof. induction i as [| i IH]; cbn in *; [ring |]. rewrite IH. ring. Qed.

Lemma ones_square n : ‖ones n‖² == natural n.
Proof. induction n as [| n IH]; cbn in *; [ring |]. rewrite IH. ring. Qed.

Lemma ones_axis n i : (i < n)%nat -> ones n · axis i == 1.
Proof.
  revert i. induction n as [| n IH]; [lia |]. intros [| i] less.
  - cbn. destruct (repeat _ n); cbn; ring.
  - assert (rest := IH i ltac:(lia)). cbn in *. rewrite rest. ring.
Qed.

Lemma ones_axis_new n : ones n · axis n == 0.
Proof. induction n as [| n IH]; cbn in *; [reflexivity |]. rewrite IH. ring. Qed.

Lemma ones_add n v : list_dot (ones n) v + list_dot (axis n) v == list_dot (ones (S n)) v.
Proof.
  revert v. induction n as [| n IH]; intros [| a v]; try (cbn; ring).
  change (1 * a + list_dot (ones n) v + (0 * a + list_dot (axis n) v) == 1 * a + list_dot (ones (S n)) v).
  rewrite <- IH. ring.
Qed.

(** Each eᵢ is new to θ, a score of 0, and so a mistake. *)
Lemma run_orthonormal n :
  length (run mistake (orthonormal n)) = n /\ forall v, weights (run mistake (orthonormal n)) · v == ones n · v.
Proof.
  induction n as [| n [k same]]; [split; reflexivity |].
  cbn [orthonormal]. rewrite run_app. unfold learn.
  replace (mistake (weights (run mistake (orthonormal n))) (axis n) pos) with true.
  - split; [cbn [length]; now rewrite k |]. intros v. rewrite product_grows, same, (dot_symmetric _ v).
    rewrite <- (ones_add n v). cbn. ring.
  - symmetry. unfold mistake. rewrite same, ones_axis_new. apply le_equal. ring.
Qed.

(** With g = 1 and R² = 1, n mistakes are made, and TR²/g² = n. *)
Theorem tight (n : nat) :
  (forall x y, In (x, y) (orthonormal n) -> y * (ones n · x) >= 1 /\ ‖x‖² <= 1) /\
  length (run mistake (orthonormal n)) = n /\ number (run mistake (orthonormal n)) == ‖ones n‖² * 1 / 1².
Proof.
  destruct (run_orthonormal n) as [k _]. split; [| split; [exact k |]].
  - intros x y there. apply orthonormal_In in there as (i & less & -> & ->).
    rewrite ones_axis, axis_square by assumption. split; apply le_equal; [cbn; ring | reflexivity].
  - unfold number. rewrite k, ones_square. field. apply lt_different, one_positive.
Qed.

Close Scope field_scope.

End Vectors.

(** ** 2. The rational numbers *)

Definition rationals : ordered_field.
Proof.
  refine (OrderedField Q Qeq Qle_bool 0 1 Qplus Qmult Qminus Qopp Qdiv Qinv Q_Setoid _ _ _ _ _ _ _ _ _)%Q.
  - exact Qsft.
  - exact (mk_reqe Qplus_comp Qmult_comp Qopp_comp).
  - intros a b same. apply Qle_bool_iff. rewrite same. apply Qle_refl.
  - intros a b. rewrite !Qle_bool_iff. apply Qle_antisym.
  - intros a b c. rewrite !Qle_bool_iff. apply Qle_trans.
  - intros a b. rewrite <- not_true_iff_false, !Qle_bool_iff. intros more. now apply Qlt_le_weak, Qnot_le_lt.
  - intros a b c. rewrite !Qle_bool_iff. apply Qplus_le_l.
  - intros a b. rewrite !Qle_bool_iff. apply Qmult_le_0_compat.
Defined.

(** Its natural numbers are Coq's. *)
Lemma natural_rational n : (natural (F := rationals) n == inject_Z (Z.of_nat n))%Q.
Proof.
  induction n as [| n IH]; [reflexivity |]. rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus, <- IH. reflexivity.
Qed.

Lemma rationals_archimedean : archimedean rationals.
Proof.
  intros a. exists (Z.to_nat (Qceiling a + 1)). apply not_true_iff_false. cbn [le rationals]. rewrite Qle_bool_iff.
  rewrite natural_rational. assert (above := Qle_ceiling a). intros below.
  apply (Qle_trans _ _ _ below) in above. rewrite <- Zle_Qle in above. lia.
Qed.

(** Novikoff's theorem over ℚ, in Coq's own words for fractions. *)
Theorem novikoff_rational (V : space rationals) (rule : rule_for V) (examples : examples_in V) (θ_star : V) (γ R : Q) :
  fair rule -> (0 < γ -> dot θ_star θ_star == 1 ->
  (forall x y, In (x, y) examples -> γ <= sign (F := rationals) y * dot θ_star x) ->
  (forall x y, In (x, y) examples -> dot x x <= R * R) ->
  inject_Z (Z.of_nat (length (run rule examples))) <= (R / γ) * (R / γ))%Q.
Proof.
  intros rule_fair γ_positive unit_length margin radius. rewrite <- natural_rational, <- Qle_bool_iff.
  apply (novikoff_unit rationals V rule examples θ_star γ R); auto.
  - apply not_true_iff_false. cbn. rewrite Qle_bool_iff. now apply Qlt_not_le.
  - intros. apply Qle_bool_iff. auto.
  - intros. apply Qle_bool_iff. eauto.
Qed.

(** ** 3. The real numbers *)

Definition reals : ordered_field.
Proof.
  refine (OrderedField R eq (fun a b => if Rle_dec a b then true else false) 0 1 Rplus Rmult Rminus Ropp Rdiv Rinv
    eq_equivalence _ _ _ _ _ _ _ _ _)%R.
  - apply Rfield.
  - exact (Eq_ext _ _ _).
  - intros a b ->. destruct Rle_dec; [easy | lra].
  - intros a b. destruct (Rle_dec a b), (Rle_dec b a); try easy. lra.
  - intros a b c. destruct (Rle_dec a b), (Rle_dec b c), (Rle_dec a c); try easy. lra.
  - intros a b. destruct (Rle_dec a b), (Rle_dec b a); try easy. lra.
  - intros a b c. destruct (Rle_dec a b), (Rle_dec (a + c) (b + c)); try easy. lra.
  - intros a b. destruct (Rle_dec 0 a), (Rle_dec 0 b), (Rle_dec 0 (a * b)); try easy. nra.
Defined.

Lemma real_le (a b : R) : le (o := reals) a b = true <-> (a <= b)%R.
Proof. cbn. destruct Rle_dec; split; intros; auto; easy. Qed.

Lemma natural_real n : natural (F := reals) n = INR n.
Proof. induction n as [| n IH]; [reflexivity |]. rewrite S_INR, Rplus_comm, <- IH. reflexivity. Qed.

Lemma reals_archimedean : archimedean reals.
Proof.
  intros a. exists (Z.to_nat (up a)). destruct (archimed a) as [above _].
  assert (large : (IZR (up a) <= IZR (Z.of_nat (Z.to_nat (up a))))%R) by (apply IZR_le; lia).
  apply not_true_iff_false. rewrite real_le, natural_real, INR_IZR_INZ. lra.
Qed.

(** Novikoff's theorem over ℝ, in Coq's own words for real numbers. *)
Theorem novikoff_real (V : space reals) (rule : rule_for V) (examples : examples_in V) (θ_star : V) (γ R : R) :
  fair rule -> (0 < γ -> dot θ_star θ_star = 1 ->
  (forall x y, In (x, y) examples -> γ <= sign (F := reals) y * dot θ_star x) ->
  (forall x y, In (x, y) examples -> dot x x <= R * R) ->
  INR (length (run rule examples)) <= (R / γ) * (R / γ))%R.
Proof.
  intros rule_fair γ_positive unit_length margin radius. rewrite <- natural_real, <- real_le.
  apply (novikoff_unit reals V rule examples θ_star γ R); auto.
  - apply not_true_iff_false. rewrite real_le. cbn. lra.
  - intros. apply real_le. auto.
  - intros. apply real_le. eauto.
Qed.

(** ** 4. Lecture A's six points, run by Coq (claims O1 and O2) *)

Open Scope Q_scope.

Notation plane := (vectors rationals).

(** The four answers to what a score of 0 is; all are fair rules. *)
Definition correct (θ x : plane) (y : label) : bool := negb (Qle_bool 0 (sign (F := rationals) y * dot θ x)).
Definition positive (θ x : plane) (y : label) : bool := match y with pos => correct θ x y | neg => mistake θ x y end.
Definition negative (θ x : plane) (y : label) : bool := match y with pos => mistake θ x y | neg => correct θ x y end.

Lemma ties_fair : fair (V := plane) mistake /\ fair positive /\ fair negative /\ fair correct.
Proof.
  assert (fair (V := plane) mistake) by apply mistake_fair.
  assert (fair correct).
  { intros θ x y. unfold correct. rewrite negb_true_iff, <- not_true_iff_false. cbn. rewrite !Qle_bool_iff.
    intros wrong. now apply Qlt_le_weak, Qnot_le_lt. }
  repeat split; auto; intros θ x []; auto.
Qed.

Definition six_points : examples_in plane :=
  [([-1; 2], neg); ([1; 0], pos); ([1; 1], pos); ([-1; 0], neg); ([-1; -2], neg); ([1; -1], pos)].

(** How many mistakes under each rule. *)
Example six_mistakes :
  map (fun rule => length (run rule six_points)) [mistake; positive; negative; correct] = [3; 3; 1; 0]%nat.
Proof. reflexivity. Qed.

(** Under [mistake] they are the fifth point, the third and the first, and θ ends at (3, 1). *)
Example six_run :
  run mistake six_points = [([-1; -2], neg); ([1; 1], pos); ([-1; 2], neg)] /\ weights (run mistake six_points) = [3; 1].
Proof. split; reflexivity. Qed.

(** θ* = (1, 0) has g = 1, T = 1 and R² = 5: no fair rule makes more than 5. *)
Example six_bound (rule : rule_for plane) : fair rule -> (length (run rule six_points) <= 5)%nat.
Proof.
  intros rule_fair.
  assert (bound := novikoff rationals plane rule six_points [1; 0] 1 5 rule_fair eq_refl eq_refl).
  apply Nat2Z.inj_le. rewrite Zle_Qle, <- natural_rational. apply Qle_bool_iff. refine (bound _ _);
    cbn; intros x y there; repeat (destruct there as [[= <- <-] | there]; [reflexivity |]); destruct there.
Qed.


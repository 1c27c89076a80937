(** * Numbers: what the proof needs to know of them

    The theorem is proved once for all numbers that can be added, multiplied, divided and compared by the usual laws: for
    every ordered field. The file numbers.v makes two of them, the rational numbers ℚ and the real numbers ℝ.

    As there is no more than these laws, inequalities are derived by hand: [linear h] proves a ≤ b from h : p ≤ q, if the
    difference b − a is the same as q − p. Read the statements, and leave the proofs to Coq. *)

From Coq Require Import List Setoid Morphisms Ring Field.
Import ListNotations.

Declare Scope field_scope.
Delimit Scope field_scope with field.

(** The operations, and the laws that they obey. The order is a function that answers true or false. *)
Record ordered_field := OrderedField {
  numbers :> Type;
  equal : numbers -> numbers -> Prop;
  le : numbers -> numbers -> bool;
  zero : numbers;
  one : numbers;
  plus : numbers -> numbers -> numbers;
  times : numbers -> numbers -> numbers;
  minus : numbers -> numbers -> numbers;
  opposite : numbers -> numbers;
  divided : numbers -> numbers -> numbers;
  inverse : numbers -> numbers;
  equal_equivalence : Equivalence equal;
  field_laws : field_theory zero one plus times minus opposite divided inverse equal;
  operations_proper : ring_eq_ext plus times opposite equal;
  inverse_proper : Proper (equal ==> equal) inverse;
  le_equal : forall a b, equal a b -> le a b = true;
  le_both : forall a b, le a b = true -> le b a = true -> equal a b;
  le_le : forall a b c, le a b = true -> le b c = true -> le a c = true;
  le_total : forall a b, le a b = false -> le b a = true;
  le_plus : forall a b c, le a b = true -> le (plus a c) (plus b c) = true;
  le_times : forall a b, le zero a = true -> le zero b = true -> le zero (times a b) = true
}.
Arguments equal {_}.
Arguments le {_}.
Arguments zero {_}.
Arguments one {_}.
Arguments plus {_}.
Arguments times {_}.
Arguments minus {_}.
Arguments opposite {_}.
Arguments divided {_}.
Arguments inverse {_}.

Notation "0" := zero : field_scope.
Notation "1" := one : field_scope.
Notation "2" := (plus one one) : field_scope.
Infix "+" := plus : field_scope.
Infix "*" := times : field_scope.
Infix "-" := minus : field_scope.
Notation "- a" := (opposite a) : field_scope.
Infix "/" := divided : field_scope.
Notation "a ²" := (times a a) (at level 1, format "a ²") : field_scope.
Notation "a == b" := (equal a b) (at level 70, no associativity) : field_scope.
Notation "a <= b" := (le a b = true) : field_scope.
Notation "a >= b" := (le b a = true) (only parsing) : field_scope.
Notation "a < b" := (le b a = false) : field_scope.
Notation "a > b" := (le a b = false) (only parsing) : field_scope.
Notation "a <= b <= c" := (le a b = true /\ le b c = true) : field_scope.
Open Scope field_scope.

Global Existing Instance equal_equivalence.

Global Instance plus_proper F : Proper (@equal F ==> equal ==> equal) plus.
Proof. apply operations_proper. Qed.
Global Instance times_proper F : Proper (@equal F ==> equal ==> equal) times.
Proof. apply operations_proper. Qed.
Global Instance opposite_proper F : Proper (@equal F ==> equal) opposite.
Proof. apply operations_proper. Qed.
Global Instance minus_proper F : Proper (@equal F ==> equal ==> equal) minus.
Proof.
  intros a a' a_same b b' b_same. pose proof (Rsub_def (F_R (field_laws F))) as difference.
  now rewrite !difference, a_same, b_same.
Qed.
Global Existing Instance inverse_proper.
Global Instance divided_proper F : Proper (@equal F ==> equal ==> equal) divided.
Proof. intros a a' a_same b b' b_same. now rewrite !(Fdiv_def (field_laws F)), a_same, b_same. Qed.
Global Instance le_proper F : Proper (@equal F ==> equal ==> eq) le.
Proof.
  assert (half : forall a a' b b' : F, a == a' -> b == b' -> a <= b -> a' <= b').
  { intros a a' b b' a_same b_same less. apply (le_le _ _ a); [now apply le_equal; symmetry |].
    apply (le_le _ _ b); [assumption | now apply le_equal]. }
  intros a a' a_same b b' b_same. destruct (le a b) eqn:less; symmetry; [now apply (half a a' b b') |].
  destruct (le a' b') eqn:less'; [| reflexivity].
  rewrite <- less. symmetry. now apply (half a' a b' b); [symmetry | symmetry |].
Qed.

Section Facts.

Variable F : ordered_field.
Implicit Types a b c d : F.
Add Field F_field : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

Lemma le_refl a : a <= a.
Proof. now apply le_equal. Qed.

Lemma lt_le a b : a < b -> a <= b.
Proof. apply le_total. Qed.

Lemma lt_not_le a b : ~ a <= b -> b < a.
Proof. destruct (le a b); [easy | reflexivity]. Qed.

Lemma le_or_lt a b : a <= b \/ b < a.
Proof. destruct (le a b); auto. Qed.

Lemma lt_irrefl a : ~ a < a.
Proof. rewrite le_refl. discriminate. Qed.

Lemma lt_different a b : a < b -> ~ b == a.
Proof. intros less same. rewrite same in less. now apply lt_irrefl in less. Qed.

(** Inequalities may be added, moved to other sides, and multiplied by what is not below 0. *)
Lemma both a b c d : a <= b -> c <= d -> a + c <= b + d.
Proof.
  intros ab cd. apply (le_le _ _ (b + c)); [now apply le_plus |].
  setoid_replace (b + c) with (c + b) by ring. setoid_replace (b + d) with (d + b) by ring. now apply le_plus.
Qed.

Lemma moved a b c d : a <= b -> d - c == b - a -> c <= d.
Proof.
  intros ab same. apply (le_plus _ _ _ (c - a)) in ab.
  setoid_replace d with (c + (d - c)) by ring. rewrite same.
  setoid_replace c with (a + (c - a)) at 1 by ring. setoid_replace (c + (b - a)) with (b + (c - a)) by ring. exact ab.
Qed.

Lemma by_a_number c a b : 0 <= c -> a <= b -> c * a <= c * b.
Proof.
  intros c_nonneg ab. apply (moved 0 (c * (b - a))); [| ring]. apply le_times; [assumption |].
  apply (moved a b); [assumption | ring].
Qed.

(** A number is positive if it is above one that is not below 0. *)
Lemma le_lt a b c : a <= b -> b < c -> a < c.
Proof. intros ab bc. apply lt_not_le. intros ca. now rewrite (le_le _ _ _ _ ca ab) in bc. Qed.

Lemma lt_le_lt a b c : a < b -> b <= c -> a < c.
Proof. intros ab bc. apply lt_not_le. intros ca. now rewrite (le_le _ _ _ _ bc ca) in ab. Qed.

Lemma moved_strictly a b c d : a < b -> d - c == b - a -> c < d.
Proof.
  intros ab same. apply lt_not_le. intros dc. enough (b <= a) by congruence.
  apply (moved d c); [assumption |]. setoid_replace (a - b) with (- (b - a)) by ring. rewrite <- same. ring.
Qed.

End Facts.

Arguments both {F a b c d}.
Arguments moved {F}.
Arguments moved_strictly {F}.
Arguments by_a_number {F}.

Infix "&" := both (at level 50, left associativity).

Ltac linear h := first [apply (moved _ _ _ _ h) | apply (moved_strictly _ _ _ _ h)]; ring.

Section More_facts.

Variable F : ordered_field.
Implicit Types a b c d : F.
Add Field F_field' : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

Lemma square_nonneg a : 0 <= a².
Proof.
  destruct (le_or_lt F 0 a) as [nonneg | negative]; [now apply le_times |].
  setoid_replace (a²) with ((- a)²) by ring. apply lt_le in negative.
  apply le_times; linear negative.
Qed.

Lemma one_positive : (0 : F) < 1.
Proof.
  apply lt_not_le. intros below. apply (F_1_neq_0 (field_laws F)). apply le_both; [assumption |].
  setoid_replace (1 : F) with (1² : F) by ring. apply square_nonneg.
Qed.

Lemma two_positive : (0 : F) < 2.
Proof. apply (lt_le_lt F _ 1); [apply one_positive | linear (lt_le F _ _ one_positive)]. Qed.

Lemma inverse_nonneg c : 0 < c -> 0 <= 1 / c.
Proof.
  intros positive. destruct (le_or_lt F 0 (1 / c)) as [| negative]; [assumption |].
  exfalso. apply lt_le in negative. apply (by_a_number c) in negative; [| now apply lt_le].
  apply (lt_irrefl F 0), (lt_le_lt F _ _ _ one_positive).
  setoid_replace (1 : F) with (c * (1 / c)) by (field; now apply lt_different).
  setoid_replace (0 : F) with (c * 0) by ring. exact negative.
Qed.

Lemma cancel c a b : 0 < c -> c * a <= c * b -> a <= b.
Proof.
  intros positive less. apply (by_a_number (1 / c)) in less; [| now apply inverse_nonneg].
  apply (moved _ _ _ _ less). field. now apply lt_different.
Qed.

(** What a quotient by a positive number is compared with, multiplied by that number. *)
Lemma le_quotient a b c : 0 < c -> c * a <= b -> a <= b / c.
Proof.
  intros positive less. apply (cancel c); [assumption |]. apply (moved _ _ _ _ less). field. now apply lt_different.
Qed.

Lemma square_le a b : 0 <= a -> a <= b -> a² <= b².
Proof.
  intros nonneg less. linear (by_a_number a _ _ nonneg less & by_a_number b _ _ (le_le F _ _ _ nonneg less) less).
Qed.

Lemma square_positive a : 0 < a -> 0 < a².
Proof.
  intros positive. apply lt_not_le. intros below. enough (a <= 0) by congruence.
  apply (cancel a); [assumption |]. linear below.
Qed.

Lemma root_le a b : 0 <= b -> a² <= b² -> a <= b.
Proof.
  intros nonneg less. destruct (le_or_lt F a b) as [| more]; [assumption |]. apply lt_le in more.
  destruct (le_or_lt F (a + b) 0) as [below | above]; [linear (below & nonneg & nonneg) |].
  apply (moved (a - b) 0); [| ring]. apply (cancel (a + b)); [assumption | linear less].
Qed.

Lemma times_both a b c d : 0 <= a -> a <= b -> 0 <= c -> c <= d -> a * c <= b * d.
Proof.
  intros a_nonneg ab c_nonneg cd.
  linear (by_a_number c _ _ c_nonneg ab & by_a_number b _ _ (le_le F _ _ _ a_nonneg ab) cd).
Qed.

(** A form As² + 2Bst + Ct² that is nowhere negative has B² ≤ AC: both Cauchy–Schwarz inequalities follow from it. *)
Lemma discriminant (A B C : F) : (forall s t : F, 0 <= A * s² + 2 * B * s * t + C * t²) -> B² <= A * C.
Proof.
  intros form. destruct (le_or_lt F A 0) as [below | positive].
  - assert (A_zero : A == 0) by (apply le_both; [assumption | linear (form 1 0)]).
    assert (at_B := form (- (C + 1)) 2). specialize (form (- (C + 1)) (2 * B)).
    assert (square := square_nonneg B). rewrite A_zero in *. linear (form & square & square & square).
  - apply (cancel A); [assumption |]. linear (form (- B) A).
Qed.

(** The larger of two numbers. *)
Definition max a b := if le a b then b else a.

Lemma max_l a b : a <= max a b.
Proof. unfold max. destruct (le a b) eqn:less; [assumption | apply le_refl]. Qed.

Lemma max_r a b : b <= max a b.
Proof. unfold max. destruct (le a b) eqn:less; [apply le_refl | now apply lt_le]. Qed.

(** The natural number n, as one of our numbers, and the length of a list as such. *)
Fixpoint natural (n : nat) : F := match n with O => 0 | S n => 1 + natural n end.

Lemma natural_nonneg n : 0 <= natural n.
Proof.
  induction n as [| n IH]; cbn; [apply le_refl | linear (lt_le F _ _ one_positive & IH)].
Qed.

Lemma natural_plus m n : natural (m + n) == natural m + natural n.
Proof. induction m as [| m IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma natural_le m n : (m <= n)%nat -> natural m <= natural n.
Proof.
  induction 1 as [| n _ IH]; [apply le_refl |]. cbn. linear (lt_le F _ _ one_positive & IH).
Qed.

Definition number {A : Type} (l : list A) : F := natural (length l).

Lemma number_cons {A : Type} (a : A) l : number (a :: l) = 1 + number l.
Proof. reflexivity. Qed.

Lemma number_nonneg {A : Type} (l : list A) : 0 <= number l.
Proof. apply natural_nonneg. Qed.

End More_facts.

Arguments cancel {F}.
Arguments max {F}.
Arguments natural {F}.
Arguments number {F A}.

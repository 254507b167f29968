// From greek_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "αεηιουω";
const g_v2 = "αεηιοω";
const a_0 = among(["",25,"Ά",1,"Έ",5,"Ή",7,"Ί",9,"Ό",15,"Ύ",20,"Ώ",24,"ΐ",7,"Α",1,"Β",2,"Γ",3,"Δ",4,"Ε",5,"Ζ",6,"Η",7,"Θ",8,"Ι",9,"Κ",10,"Λ",11,"Μ",12,"Ν",13,"Ξ",14,"Ο",15,"Π",16,"Ρ",17,"Σ",18,"Τ",19,"Υ",20,"Φ",21,"Χ",22,"Ψ",23,"Ω",24,"Ϊ",9,"Ϋ",20,"ά",1,"έ",5,"ή",7,"ί",9,"ΰ",20,"ς",18,"ϊ",7,"ϋ",20,"ό",15,"ύ",20,"ώ",24]);
const a_1 = among(["σκαγια",2,"φαγια",1,"ολογια",3,"σογια",4,"τατογια",5,"κρεατα",6,"περατα",7,"τερατα",8,"γεγονοτα",11,"καθεστωτα",10,"φωτα",9,"περατη",7,"σκαγιων",2,"φαγιων",1,"ολογιων",3,"σογιων",4,"τατογιων",5,"κρεατων",6,"περατων",7,"τερατων",8,"γεγονοτων",11,"καθεστωτων",10,"φωτων",9,"κρεασ",6,"περασ",7,"τερασ",8,"γεγονοσ",11,"κρεατοσ",6,"περατοσ",7,"τερατοσ",8,"γεγονοτοσ",11,"καθεστωτοσ",10,"φωτοσ",9,"καθεστωσ",10,"φωσ",9,"σκαγιου",2,"φαγιου",1,"ολογιου",3,"σογιου",4,"τατογιου",5]);
const as_1 = ["φα", "σκα", "ολο", "σο", "τατο", "κρε", "περ", "τερ", "φω", "καθεστ", "γεγον"];
const a_2 = among(["πα",1,"ξαναπα",1,"επα",1,"περιπα",1,"αναμπα",1,"εμπα",1,"β",2,"δανε",1,"βαθυρι",2,"βαρκ",2,"μαρκ",2,"λ",2,"μ",2,"κορν",2,"αθρο",1,"συναθρο",1,"π",2,"ιμπ",2,"ρ",2,"μαρ",2,"αμπαρ",2,"γκρ",2,"βολβορ",2,"γλυκορ",2,"πιπερορ",2,"πρ",2,"μπρ",2,"αρρ",2,"γλυκυρ",2,"πολυρ",2,"λου",2]);
const as_2 = ["ι", "ιζ"];
const a_3 = among(["ιζα",1,"ιζε",1,"ιζαμε",1,"ιζουμε",1,"ιζανε",1,"ιζουνε",1,"ιζατε",1,"ιζετε",1,"ιζει",1,"ιζαν",1,"ιζουν",1,"ιζεσ",1,"ιζεισ",1,"ιζω",1]);
const a_4 = among(["βι",1,"λι",1,"αλ",1,"εν",1,"σ",1,"χ",1,"υψ",1,"ζω",1]);
const a_5 = among(["ωθηκα",1,"ωθηκε",1,"ωθηκαμε",1,"ωθηκανε",1,"ωθηκατε",1,"ωθηκαν",1,"ωθηκεσ",1]);
const a_6 = among(["ξαναπα",1,"επα",1,"περιπα",1,"αναμπα",1,"εμπα",1,"χαρτοπα",1,"εξαρχα",1,"γε",2,"γκε",2,"κλε",1,"εκλε",1,"απεκλε",1,"αποκλε",1,"εσωκλε",1,"δανε",1,"πε",1,"επε",1,"μετεπε",1,"εσε",1,"γκ",2,"μ",2,"πουκαμ",2,"κομ",2,"αν",2,"ολο",2,"αθρο",1,"συναθρο",1,"π",2,"λαρ",2,"δημοκρατ",2,"αφ",2,"γιγαντοαφ",2]);
const as_6 = ["ι", "ισ"];
const a_7 = among(["ισα",1,"ισαμε",1,"ισανε",1,"ισε",1,"ισατε",1,"ισαν",1,"ισεσ",1]);
const a_8 = among(["ξαναπα",1,"επα",1,"περιπα",1,"αναμπα",1,"εμπα",1,"χαρτοπα",1,"εξαρχα",1,"κλε",1,"εκλε",1,"απεκλε",1,"αποκλε",1,"εσωκλε",1,"δανε",1,"πε",1,"επε",1,"μετεπε",1,"εσε",1,"αθρο",1,"συναθρο",1]);
const a_9 = among(["ισουμε",1,"ισουνε",1,"ισετε",1,"ισει",1,"ισουν",1,"ισεισ",1,"ισω",1]);
const a_10 = among(["ατα",2,"φα",2,"ηφα",2,"μεγ",2,"λυγ",2,"ηδ",2,"κλε",1,"εσωκλε",1,"πλε",1,"δανε",1,"σε",1,"ασε",1,"καθ",2,"εχθ",2,"κακ",2,"μακ",2,"σκ",2,"φιλ",2,"κυλ",2,"μ",2,"γεμ",2,"αχν",2,"συναθρο",1,"π",2,"απ",2,"εμπ",2,"ευπ",2,"αρ",2,"αορ",2,"γυρ",2,"χρ",2,"χωρ",2,"κτ",2,"ακτ",2,"χτ",2,"αχτ",2,"ταχ",2,"σχ",2,"ασχ",2,"υψ",2]);
const as_10 = ["ι", "ιστ"];
const a_11 = among(["ιστα",1,"ιστε",1,"ιστη",1,"ιστοι",1,"ιστων",1,"ιστο",1,"ιστεσ",1,"ιστησ",1,"ιστοσ",1,"ιστουσ",1,"ιστου",1]);
const a_12 = among(["εγκλε",1,"αποκλε",1,"δανε",2,"αντιδανε",2,"σε",1,"μετασε",1,"μικροσε",1]);
const as_12 = ["ισμ", "ι"];
const a_13 = among(["ατομικ",2,"εθνικ",4,"τοπικ",7,"εκλεκτικ",5,"σκεπτικ",6,"γνωστικ",3,"αγνωστικ",1,"αλεξανδριν",8,"θεατριν",10,"βυζαντιν",9]);
const as_13 = ["αγνωστ", "ατομ", "γνωστ", "εθν", "εκλεκτ", "σκεπτ", "τοπ", "αλεξανδρ", "βυζαντ", "θεατρ"];
const a_14 = among(["ισμοι",1,"ισμων",1,"ισμο",1,"ισμοσ",1,"ισμουσ",1,"ισμου",1]);
const a_15 = among(["σ",1,"χ",1]);
const a_16 = among(["ουδακια",1,"αρακια",1,"ουδακι",1,"αρακι",1]);
const a_17 = among(["β",2,"βαμβ",1,"σλοβ",1,"τσεχοσλοβ",1,"καρδ",2,"ζ",2,"τζ",1,"κ",1,"καπακ",1,"σοκ",1,"σκ",1,"βαλ",2,"μαλ",1,"γλ",2,"τριπολ",2,"πλ",1,"λουλ",1,"φυλ",1,"καιμ",1,"κλιμ",1,"φαρμ",1,"γιαν",2,"σπαν",1,"ηγουμεν",2,"κον",1,"μακρυν",2,"π",2,"κατραπ",1,"ρ",1,"βρ",1,"λαβρ",1,"αμβρ",1,"μερ",1,"πατερ",2,"ανθρ",1,"κορ",1,"σ",1,"ναγκασ",1,"τοσ",2,"μουστ",1,"ρυ",1,"φ",1,"σφ",1,"αλισφ",1,"νυφ",2,"χ",1]);
const as_17 = ["ακ", "ιτσ"];
const a_18 = among(["ακια",1,"αρακια",1,"ιτσα",1,"ακι",1,"αρακι",1,"ιτσων",1,"ιτσασ",1,"ιτσεσ",1]);
const a_19 = among(["ψαλ",1,"αιφν",1,"ολο",1,"ιρ",1]);
const a_20 = among(["ε",1,"παιχν",1]);
const a_21 = among(["ιδια",1,"ιδιων",1,"ιδιο",1]);
const a_22 = among(["ιβ",1,"δ",1,"φραγκ",1,"λυκ",1,"οβελ",1,"μην",1,"ρ",1]);
const a_23 = among(["ισκε",1,"ισκο",1,"ισκοσ",1,"ισκου",1]);
const a_24 = among(["αδων",1,"αδεσ",1]);
const a_25 = among(["γιαγι",-1,"θει",-1,"οκ",-1,"μαμ",-1,"μαν",-1,"μπαμπ",-1,"πεθερ",-1,"πατερ",-1,"κυρ",-1,"νταντ",-1]);
const a_26 = among(["εδων",1,"εδεσ",1]);
const a_27 = among(["μιλ",1,"δαπ",1,"γηπ",1,"ιπ",1,"εμπ",1,"οπ",1,"κρασπ",1,"υπ",1]);
const a_28 = among(["ουδων",1,"ουδεσ",1]);
const a_29 = among(["τραγ",1,"φε",1,"καλιακ",1,"αρκ",1,"σκ",1,"πεταλ",1,"βελ",1,"λουλ",1,"φλ",1,"χν",1,"πλεξ",1,"σπ",1,"φρ",1,"σ",1,"λιχ",1]);
const a_30 = among(["εων",1,"εωσ",1]);
const a_31 = among(["δ",1,"ιδ",1,"θ",1,"γαλ",1,"ελ",1,"ν",1,"π",1,"παρ",1]);
const a_32 = among(["ια",1,"ιων",1,"ιου",1]);
const a_33 = among(["ικα",1,"ικων",1,"ικο",1,"ικου",1]);
const a_34 = among(["αδ",1,"συναδ",1,"καταδ",1,"αντιδ",1,"ενδ",1,"φυλοδ",1,"υποδ",1,"πρωτοδ",1,"εξωδ",1,"ηθ",1,"ανηθ",1,"ξικ",1,"αλ",1,"αμμοχαλ",1,"συνομηλ",1,"μπολ",1,"μουλ",1,"τσαμ",1,"βρωμ",1,"αμαν",1,"μπαν",1,"καλλιν",1,"ποστελν",1,"φιλον",1,"καλπ",1,"γερ",1,"χασ",1,"μποσ",1,"πλιατσ",1,"πετσ",1,"πιτσ",1,"φυσ",1,"μπαγιατ",1,"νιτ",1,"πικαντ",1,"σερτ",1]);
const a_35 = among(["αγαμε",1,"ηκαμε",1,"ηθηκαμε",1,"ησαμε",1,"ουσαμε",1]);
const a_36 = among(["βουβ",1,"ξεθ",1,"πεθ",1,"αποθ",1,"αποκ",1,"ουλ",1,"αναπ",1,"πικρ",1,"ποτ",1,"αποστ",1,"χ",1,"σιχ",1]);
const a_37 = among(["τρ",1,"τσ",1]);
const a_38 = among(["αγανε",1,"ηκανε",1,"ηθηκανε",1,"ησανε",1,"ουσανε",1,"οντανε",1,"ιοντανε",1,"ουντανε",1,"ιουντανε",1,"οτανε",1,"ιοτανε",1]);
const a_39 = among(["ταβ",1,"νταβ",1,"ψηλοταβ",1,"λιβ",1,"κλιβ",1,"ξηροκλιβ",1,"γ",1,"αγ",1,"τραγ",1,"τσαγ",1,"αθιγγ",1,"τσιγγ",1,"ατσιγγ",1,"στεγ",1,"απηγ",1,"σιγ",1,"ανοργ",1,"ενοργ",1,"καλπουζ",1,"θ",1,"μωαμεθ",1,"πιθ",1,"απιθ",1,"δεκ",1,"πελεκ",1,"ικ",1,"ανικ",1,"βουλκ",1,"βασκ",1,"βραχυκ",1,"γαλ",1,"καταγαλ",1,"ολογαλ",1,"βαθυγαλ",1,"μελ",1,"καστελ",1,"πορτολ",1,"πλ",1,"διπλ",1,"λαοπλ",1,"ψυχοπλ",1,"ουλ",1,"μ",1,"ολιγοδαμ",1,"μουσουλμ",1,"δραδουμ",1,"βραχμ",1,"ν",1,"αμερικαν",1,"π",1,"αδαπ",1,"χαμηλοδαπ",1,"πολυδαπ",1,"κοπ",1,"υποκοπ",1,"τσοπ",1,"σπ",1,"ερ",1,"γερ",1,"βετερ",1,"λουθηρ",1,"κορμορ",1,"περιτρ",1,"ουρ",1,"σ",1,"βασ",1,"πολισ",1,"σαρακατσ",1,"θυσ",1,"διατ",1,"πλατ",1,"τσαρλατ",1,"τετ",1,"πουριτ",1,"σουλτ",1,"μαιντ",1,"ζωντ",1,"καστ",1,"φ",1,"διαφ",1,"στεφ",1,"φωτοστεφ",1,"περηφ",1,"υπερηφ",1,"κοιλαρφ",1,"πενταρφ",1,"ορφ",1,"χ",1,"αμηχ",1,"βιομηχ",1,"μεγλοβιομηχ",1,"καπνοβιομηχ",1,"μικροβιομηχ",1,"πολυμηχ",1,"λιχ",1]);
const a_40 = among(["ενδ",1,"συνδ",1,"οδ",1,"διαθ",1,"καθ",1,"ραθ",1,"ταθ",1,"τιθ",1,"εκθ",1,"ενθ",1,"συνθ",1,"ροθ",1,"υπερθ",1,"σθ",1,"ευθ",1,"αρκ",1,"ωφελ",1,"βολ",1,"αιν",1,"πον",1,"ρον",1,"συν",1,"βαρ",1,"βρ",1,"αιρ",1,"φορ",1,"ευρ",1,"πυρ",1,"χωρ",1,"νετ",1,"σχ",1]);
const a_41 = among(["παγ",1,"δ",1,"αδ",1,"θ",1,"αθ",1,"τοκ",1,"σκ",1,"παρακαλ",1,"σκελ",1,"απλ",1,"εμ",1,"αν",1,"βεν",1,"βαρον",1,"κοπ",1,"σερπ",1,"αβαρ",1,"εναρ",1,"αβρ",1,"μπορ",1,"θαρρ",1,"ντρ",1,"υ",1,"νιφ",1,"συρφ",1]);
const a_42 = among(["οντασ",1,"ωντασ",1]);
const a_43 = among(["ομαστε",1,"ιομαστε",1]);
const a_44 = among(["π",1,"απ",1,"ακαταπ",1,"συμπ",1,"ασυμπ",1,"αμεταμφ",1]);
const a_45 = among(["ζ",1,"αλ",1,"παρακαλ",1,"εκτελ",1,"μ",1,"ξ",1,"προ",1,"αρ",1,"νισ",1]);
const a_46 = among(["ηθηκα",1,"ηθηκε",1,"ηθηκεσ",1]);
const a_47 = among(["πιθ",1,"οθ",1,"ναρθ",1,"σκουλ",1,"σκωλ",1,"σφ",1]);
const a_48 = among(["θ",1,"διαθ",1,"παρακαταθ",1,"συνθ",1,"προσθ",1]);
const a_49 = among(["ηκα",1,"ηκε",1,"ηκεσ",1]);
const a_50 = among(["φαγ",1,"ληγ",1,"φρυδ",1,"μαντιλ",1,"μαλλ",1,"ομ",1,"βλεπ",1,"ποδαρ",1,"κυματ",1,"πρωτ",1,"λαχ",1,"πανταχ",1]);
const a_51 = among(["τσα",1,"χαδ",1,"μεδ",1,"λαμπιδ",1,"δε",1,"πλε",1,"μεσαζ",1,"δεσποζ",1,"αιθ",1,"φαρμακ",1,"αγκ",1,"ανηκ",1,"λ",1,"μ",1,"αμ",1,"βρομ",1,"υποτειν",1,"εκλιπ",1,"ρ",1,"ενδιαφερ",1,"αναρρ",1,"πατ",1,"καθαρευ",1,"δευτερευ",1,"λεχ",1]);
const a_52 = among(["ουσα",1,"ουσε",1,"ουσεσ",1]);
const a_53 = among(["πελ",1,"λλ",1,"σμην",1,"ρπ",1,"πρ",1,"φρ",1,"χορτ",1,"οφ",1,"ψοφ",-1,"σφ",1,"λοχ",1,"ναυλοχ",-1]);
const a_54 = among(["αμαλλι",1,"λ",1,"αμαλ",1,"μ",1,"ουλαμ",1,"εν",1,"δερβεν",1,"π",1,"αειπ",1,"αρτιπ",1,"συμπ",1,"νεοπ",1,"κροκαλοπ",1,"ολοπ",1,"προσωποπ",1,"σιδηροπ",1,"δροσοπ",1,"ασπ",1,"ανυπ",1,"ρ",1,"ασπαρ",1,"χαρ",1,"αχαρ",1,"απερ",1,"τρ",1,"ουρ",1,"τ",1,"διατ",1,"επιτ",1,"συντ",1,"ομοτ",1,"νομοτ",1,"αποτ",1,"υποτ",1,"αβαστ",1,"αιμοστ",1,"προστ",1,"ανυστ",1,"ναυ",1,"αφ",1,"ξεφ",1,"αδηφ",1,"παμφ",1,"πολυφ",1]);
const a_55 = among(["αγα",1,"αγε",1,"αγεσ",1]);
const a_56 = among(["ησα",1,"ησε",1,"ησου",1]);
const a_57 = among(["ν",1,"δωδεκαν",1,"επταν",1,"μεγαλον",1,"ερημον",1,"χερσον",1]);
const a_58 = among(["σβ",1,"ασβ",1,"απλ",1,"αειμν",1,"χρ",1,"αχρ",1,"κοινοχρ",1,"δυσχρ",1,"ευχρ",1,"παλιμψ",1]);
const a_59 = among(["ουνε",1,"ηθουνε",1,"ησουνε",1]);
const a_60 = among(["σπι",1,"ν",1,"εξων",1,"ρ",1,"στραβομουτσ",1,"κακομουτσ",1]);
const a_61 = among(["ουμε",1,"ηθουμε",1,"ησουμε",1]);
const a_62 = among(["αζ",1,"ωριοπλ",1,"ασουσ",1,"παρασουσ",1,"αλλοσουσ",1,"φ",1,"χ",1]);
const a_63 = among(["ματα",1,"ματων",1,"ματοσ",1]);
const a_64 = among(["α",1,"ιουμα",1,"ομουνα",1,"ιομουνα",1,"οσουνα",1,"ιοσουνα",1,"ε",1,"αγατε",1,"ηκατε",1,"ηθηκατε",1,"ησατε",1,"ουσατε",1,"ειτε",1,"ηθειτε",1,"ιεμαστε",1,"ουμαστε",1,"ιουμαστε",1,"ιεσαστε",1,"οσαστε",1,"ιοσαστε",1,"η",1,"ι",1,"αμαι",1,"ιεμαι",1,"ομαι",1,"ουμαι",1,"ασαι",1,"εσαι",1,"ιεσαι",1,"αται",1,"εται",1,"ιεται",1,"ονται",1,"ουνται",1,"ιουνται",1,"ει",1,"αει",1,"ηθει",1,"ησει",1,"οι",1,"αν",1,"αγαν",1,"ηκαν",1,"ηθηκαν",1,"ησαν",1,"ουσαν",1,"οντουσαν",1,"ιοντουσαν",1,"ονταν",1,"ιονταν",1,"ουνταν",1,"ιουνταν",1,"οταν",1,"ιοταν",1,"ομασταν",1,"ιομασταν",1,"οσασταν",1,"ιοσασταν",1,"ουν",1,"ηθουν",1,"ομουν",1,"ιομουν",1,"ησουν",1,"οσουν",1,"ιοσουν",1,"ων",1,"ηδων",1,"ο",1,"ασ",1,"εσ",1,"ηδεσ",1,"ησεσ",1,"ησ",1,"εισ",1,"ηθεισ",1,"οσ",1,"υσ",1,"ουσ",1,"υ",1,"ου",1,"ω",1,"αω",1,"ηθω",1,"ησω",1]);
const a_65 = among(["οτερ",1,"εστερ",1,"υτερ",1,"ωτερ",1,"οτατ",1,"εστατ",1,"υτατ",1,"ωτατ",1]);
export default class extends Stemmer {
B_test1 = false;
r_tolower() {
let among_var, v_1;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
this.bra = this.cursor;
if (among_var === 1) {
this.slice_from("α");
} else {
if (among_var === 2) {
this.slice_from("β");
} else {
if (among_var === 3) {
this.slice_from("γ");
} else {
if (among_var === 4) {
this.slice_from("δ");
} else {
if (among_var === 5) {
this.slice_from("ε");
} else {
if (among_var === 6) {
this.slice_from("ζ");
} else {
if (among_var === 7) {
this.slice_from("η");
} else {
if (among_var === 8) {
this.slice_from("θ");
} else {
if (among_var === 9) {
this.slice_from("ι");
} else {
if (among_var === 10) {
this.slice_from("κ");
} else {
if (among_var === 11) {
this.slice_from("λ");
} else {
if (among_var === 12) {
this.slice_from("μ");
} else {
if (among_var === 13) {
this.slice_from("ν");
} else {
if (among_var === 14) {
this.slice_from("ξ");
} else {
if (among_var === 15) {
this.slice_from("ο");
} else {
if (among_var === 16) {
this.slice_from("π");
} else {
if (among_var === 17) {
this.slice_from("ρ");
} else {
if (among_var === 18) {
this.slice_from("σ");
} else {
if (among_var === 19) {
this.slice_from("τ");
} else {
if (among_var === 20) {
this.slice_from("υ");
} else {
if (among_var === 21) {
this.slice_from("φ");
} else {
if (among_var === 22) {
this.slice_from("χ");
} else {
if (among_var === 23) {
this.slice_from("ψ");
} else {
if (among_var === 24) {
this.slice_from("ω");
} else {
if (this.cursor <= this.limit_backward) {
break lab0;
}
this.cursor -= 1;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
continue;
}
this.cursor = (this.limit - v_1);
break;
}
return true;
}
r_step_1() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
this.slice_from(as_1[(among_var - 1)]);
this.B_test1 = false;
return true;
}
r_step_s1() {
let among_var;
this.ket = this.cursor;
if (this.find_among_b(a_3) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from(as_2[(among_var - 1)]);
return true;
}
r_step_s2() {
this.ket = this.cursor;
if (this.find_among_b(a_5) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_4) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ων");
return true;
}
r_step_s3() {
let among_var, v_1;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("ισα"))) {
break lab0;
}
this.bra = this.cursor;
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from("ισ");
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
break;
}
if (this.find_among_b(a_7) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
among_var = this.find_among_b(a_6);
if (among_var === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from(as_6[(among_var - 1)]);
return true;
}
r_step_s4() {
this.ket = this.cursor;
if (this.find_among_b(a_9) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_8) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ι");
return true;
}
r_step_s5() {
let among_var;
this.ket = this.cursor;
if (this.find_among_b(a_11) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
among_var = this.find_among_b(a_10);
if (among_var === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from(as_10[(among_var - 1)]);
return true;
}
r_step_s6() {
let among_var, v_1;
this.ket = this.cursor;
if (this.find_among_b(a_14) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
among_var = this.find_among_b(a_12);
if (among_var === 0) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from(as_12[(among_var - 1)]);
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
among_var = this.find_among_b(a_13);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
this.slice_from(as_13[(among_var - 1)]);
break;
}
return true;
}
r_step_s7() {
this.ket = this.cursor;
if (this.find_among_b(a_16) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_15) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("αρακ");
return true;
}
r_step_s8() {
let among_var, v_1;
this.ket = this.cursor;
if (this.find_among_b(a_18) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
among_var = this.find_among_b(a_17);
if (among_var === 0) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from(as_17[(among_var - 1)]);
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.eq_s_b("κορ"))) {
return false;
}
this.slice_from("ιτσ");
break;
}
return true;
}
r_step_s9() {
let v_1;
this.ket = this.cursor;
if (this.find_among_b(a_21) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_19) === 0) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from("ιδ");
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_20) === 0) {
return false;
}
this.slice_from("ιδ");
break;
}
return true;
}
r_step_s10() {
this.ket = this.cursor;
if (this.find_among_b(a_23) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_22) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ισκ");
return true;
}
r_step_2a() {
let c, v_1;
this.ket = this.cursor;
if (this.find_among_b(a_24) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
v_1 = (this.limit - this.cursor);
lab0: {
if (this.find_among_b(a_25) === 0) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_1);
c = this.cursor;
this.insert(this.cursor, this.cursor, "αδ");
this.cursor = c;
return true;
}
r_step_2b() {
this.ket = this.cursor;
if (this.find_among_b(a_26) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_27) === 0) {
return false;
}
this.slice_from("εδ");
return true;
}
r_step_2c() {
this.ket = this.cursor;
if (this.find_among_b(a_28) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_29) === 0) {
return false;
}
this.slice_from("ουδ");
return true;
}
r_step_2d() {
this.ket = this.cursor;
if (this.find_among_b(a_30) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_31) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ε");
return true;
}
r_step_3() {
this.ket = this.cursor;
if (this.find_among_b(a_32) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.in_grouping_b(g_v))) {
return false;
}
this.slice_from("ι");
return true;
}
r_step_4() {
let v_1;
this.ket = this.cursor;
if (this.find_among_b(a_33) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.in_grouping_b(g_v))) {
break lab0;
}
this.slice_from("ικ");
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
break;
}
this.bra = this.cursor;
if (this.find_among_b(a_34) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ικ");
return true;
}
r_step_5a() {
let v_1, v_2;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("αγαμε"))) {
break lab0;
}
this.bra = this.cursor;
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from("αγαμ");
}
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (this.find_among_b(a_35) === 0) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
}
this.cursor = (this.limit - v_2);
this.ket = this.cursor;
if (!(this.eq_s_b("αμε"))) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_36) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("αμ");
return true;
}
r_step_5b() {
let v_1, v_2;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (this.find_among_b(a_38) === 0) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_37) === 0) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from("αγαν");
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
if (!(this.eq_s_b("ανε"))) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.in_grouping_b(g_v2))) {
break lab0;
}
this.slice_from("αν");
break;
}
this.cursor = (this.limit - v_2);
this.ket = this.cursor;
break;
}
this.bra = this.cursor;
if (this.find_among_b(a_39) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("αν");
return true;
}
r_step_5c() {
let v_1, v_2;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("ησετε"))) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
if (!(this.eq_s_b("ετε"))) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.in_grouping_b(g_v2))) {
break lab0;
}
this.slice_from("ετ");
break;
}
this.cursor = (this.limit - v_2);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_40) === 0) {
break lab0;
}
this.slice_from("ετ");
break;
}
this.cursor = (this.limit - v_2);
this.ket = this.cursor;
break;
}
this.bra = this.cursor;
if (this.find_among_b(a_41) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ετ");
return true;
}
r_step_5d() {
let v_1;
this.ket = this.cursor;
if (this.find_among_b(a_42) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.eq_s_b("αρχ"))) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from("οντ");
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.eq_s_b("κρε"))) {
return false;
}
this.slice_from("ωντ");
break;
}
return true;
}
r_step_5e() {
this.ket = this.cursor;
if (this.find_among_b(a_43) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.eq_s_b("ον"))) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ομαστ");
return true;
}
r_step_5f() {
let v_1;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("ιεστε"))) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_44) === 0) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from("ιεστ");
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
if (!(this.eq_s_b("εστε"))) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_45) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ιεστ");
return true;
}
r_step_5g() {
let v_1, v_2;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (this.find_among_b(a_46) === 0) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
if (this.find_among_b(a_49) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_47) === 0) {
break lab0;
}
this.slice_from("ηκ");
break;
}
this.cursor = (this.limit - v_2);
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_48) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ηκ");
break;
}
return true;
}
r_step_5h() {
let v_1;
this.ket = this.cursor;
if (this.find_among_b(a_52) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_50) === 0) {
break lab0;
}
this.slice_from("ουσ");
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_51) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ουσ");
break;
}
return true;
}
r_step_5i() {
let among_var, v_1, v_2;
this.ket = this.cursor;
if (this.find_among_b(a_55) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
if (!(this.eq_s_b("κολλ"))) {
break lab0;
}
this.slice_from("αγ");
break;
}
this.cursor = (this.limit - v_1);
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
this.bra = this.cursor;
among_var = this.find_among_b(a_53);
if (among_var === 0) {
break lab0;
}
if (among_var === 1) {
this.slice_from("αγ");
}
break;
}
this.cursor = (this.limit - v_2);
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_54) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("αγ");
break;
}
break;
}
return true;
}
r_step_5j() {
this.ket = this.cursor;
if (this.find_among_b(a_56) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_57) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ησ");
return true;
}
r_step_5k() {
this.ket = this.cursor;
if (!(this.eq_s_b("ηστε"))) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_58) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ηστ");
return true;
}
r_step_5l() {
this.ket = this.cursor;
if (this.find_among_b(a_59) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_60) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ουν");
return true;
}
r_step_5m() {
this.ket = this.cursor;
if (this.find_among_b(a_61) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.B_test1 = false;
this.ket = this.cursor;
this.bra = this.cursor;
if (this.find_among_b(a_62) === 0) {
return false;
}
if (this.cursor > this.limit_backward) {
return false;
}
this.slice_from("ουμ");
return true;
}
r_step_6() {
let v_1;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (this.find_among_b(a_63) === 0) {
break lab0;
}
this.bra = this.cursor;
this.slice_from("μα");
}
this.cursor = (this.limit - v_1);
if (!(this.B_test1)) {
return false;
}
this.ket = this.cursor;
if (this.find_among_b(a_64) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
r_step_7() {
this.ket = this.cursor;
if (this.find_among_b(a_65) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
_stem() {
let v_1, v_10, v_11, v_12, v_13, v_14, v_15, v_16, v_17, v_18, v_19, v_2, v_20, v_21, v_22, v_23, v_24, v_25, v_26, v_27, v_28, v_29, v_3, v_30, v_31, v_32, v_33, v_4, v_5, v_6, v_7, v_8, v_9;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
this.r_tolower();
this.cursor = (this.limit - v_1);
if (this.current.length < 3) {
return false;
}
this.B_test1 = true;
v_2 = (this.limit - this.cursor);
this.r_step_1();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_step_s1();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_step_s2();
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
this.r_step_s3();
this.cursor = (this.limit - v_5);
v_6 = (this.limit - this.cursor);
this.r_step_s4();
this.cursor = (this.limit - v_6);
v_7 = (this.limit - this.cursor);
this.r_step_s5();
this.cursor = (this.limit - v_7);
v_8 = (this.limit - this.cursor);
this.r_step_s6();
this.cursor = (this.limit - v_8);
v_9 = (this.limit - this.cursor);
this.r_step_s7();
this.cursor = (this.limit - v_9);
v_10 = (this.limit - this.cursor);
this.r_step_s8();
this.cursor = (this.limit - v_10);
v_11 = (this.limit - this.cursor);
this.r_step_s9();
this.cursor = (this.limit - v_11);
v_12 = (this.limit - this.cursor);
this.r_step_s10();
this.cursor = (this.limit - v_12);
v_13 = (this.limit - this.cursor);
this.r_step_2a();
this.cursor = (this.limit - v_13);
v_14 = (this.limit - this.cursor);
this.r_step_2b();
this.cursor = (this.limit - v_14);
v_15 = (this.limit - this.cursor);
this.r_step_2c();
this.cursor = (this.limit - v_15);
v_16 = (this.limit - this.cursor);
this.r_step_2d();
this.cursor = (this.limit - v_16);
v_17 = (this.limit - this.cursor);
this.r_step_3();
this.cursor = (this.limit - v_17);
v_18 = (this.limit - this.cursor);
this.r_step_4();
this.cursor = (this.limit - v_18);
v_19 = (this.limit - this.cursor);
this.r_step_5a();
this.cursor = (this.limit - v_19);
v_20 = (this.limit - this.cursor);
this.r_step_5b();
this.cursor = (this.limit - v_20);
v_21 = (this.limit - this.cursor);
this.r_step_5c();
this.cursor = (this.limit - v_21);
v_22 = (this.limit - this.cursor);
this.r_step_5d();
this.cursor = (this.limit - v_22);
v_23 = (this.limit - this.cursor);
this.r_step_5e();
this.cursor = (this.limit - v_23);
v_24 = (this.limit - this.cursor);
this.r_step_5f();
this.cursor = (this.limit - v_24);
v_25 = (this.limit - this.cursor);
this.r_step_5g();
this.cursor = (this.limit - v_25);
v_26 = (this.limit - this.cursor);
this.r_step_5h();
this.cursor = (this.limit - v_26);
v_27 = (this.limit - this.cursor);
this.r_step_5j();
this.cursor = (this.limit - v_27);
v_28 = (this.limit - this.cursor);
this.r_step_5i();
this.cursor = (this.limit - v_28);
v_29 = (this.limit - this.cursor);
this.r_step_5k();
this.cursor = (this.limit - v_29);
v_30 = (this.limit - this.cursor);
this.r_step_5l();
this.cursor = (this.limit - v_30);
v_31 = (this.limit - this.cursor);
this.r_step_5m();
this.cursor = (this.limit - v_31);
v_32 = (this.limit - this.cursor);
this.r_step_6();
this.cursor = (this.limit - v_32);
v_33 = (this.limit - this.cursor);
this.r_step_7();
this.cursor = (this.limit - v_33);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "72d32d25";

// From romanian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouâîă";
const a_0 = among(["ş",1,"ţ",2]);
const as_0 = ["ș", "ț"];
const a_1 = among(["",3,"I",1,"U",2]);
const a_2 = among(["ea",3,"ația",7,"aua",2,"iua",4,"ație",7,"ele",3,"ile",5,"iile",4,"iei",4,"atei",6,"ii",4,"ului",1,"ul",1,"elor",3,"ilor",4,"iilor",4]);
const a_3 = among(["icala",4,"iciva",4,"ativa",5,"itiva",6,"icale",4,"ațiune",5,"ițiune",6,"atoare",5,"itoare",6,"ătoare",5,"icitate",4,"abilitate",1,"ibilitate",2,"ivitate",3,"icive",4,"ative",5,"itive",6,"icali",4,"atori",5,"icatori",4,"itori",6,"ători",5,"icitati",4,"abilitati",1,"ivitati",3,"icivi",4,"ativi",5,"itivi",6,"icităi",4,"abilităi",1,"ivităi",3,"icități",4,"abilități",1,"ivități",3,"ical",4,"ator",5,"icator",4,"itor",6,"ător",5,"iciv",4,"ativ",5,"itiv",6,"icală",4,"icivă",4,"ativă",5,"itivă",6]);
const as_3 = ["abil", "ibil", "iv", "ic", "at", "it"];
const a_4 = among(["ica",1,"abila",1,"ibila",1,"oasa",1,"ata",1,"ita",1,"anta",1,"ista",3,"uta",1,"iva",1,"ic",1,"ice",1,"abile",1,"ibile",1,"isme",3,"iune",2,"oase",1,"ate",1,"itate",1,"ite",1,"ante",1,"iste",3,"ute",1,"ive",1,"ici",1,"abili",1,"ibili",1,"iuni",2,"atori",1,"osi",1,"ati",1,"itati",1,"iti",1,"anti",1,"isti",3,"uti",1,"iști",3,"ivi",1,"ităi",1,"oși",1,"ități",1,"abil",1,"ibil",1,"ism",3,"ator",1,"os",1,"at",1,"it",1,"ant",1,"ist",3,"ut",1,"iv",1,"ică",1,"abilă",1,"ibilă",1,"oasă",1,"ată",1,"ită",1,"antă",1,"istă",3,"ută",1,"ivă",1]);
const a_5 = among(["ea",1,"ia",1,"esc",1,"ăsc",1,"ind",1,"ând",1,"are",1,"ere",1,"ire",1,"âre",1,"se",2,"ase",1,"sese",2,"ise",1,"use",1,"âse",1,"ește",1,"ăște",1,"eze",1,"ai",1,"eai",1,"iai",1,"sei",2,"ești",1,"ăști",1,"ui",1,"ezi",1,"âi",1,"ași",1,"seși",2,"aseși",1,"seseși",2,"iseși",1,"useși",1,"âseși",1,"iși",1,"uși",1,"âși",1,"ați",2,"eați",1,"iați",1,"eți",2,"iți",2,"âți",2,"arăți",1,"serăți",2,"aserăți",1,"seserăți",2,"iserăți",1,"userăți",1,"âserăți",1,"irăți",1,"urăți",1,"ârăți",1,"am",1,"eam",1,"iam",1,"em",2,"asem",1,"sesem",2,"isem",1,"usem",1,"âsem",1,"im",2,"âm",2,"ăm",2,"arăm",1,"serăm",2,"aserăm",1,"seserăm",2,"iserăm",1,"userăm",1,"âserăm",1,"irăm",1,"urăm",1,"ârăm",1,"au",1,"eau",1,"iau",1,"indu",1,"ându",1,"ez",1,"ească",1,"ară",1,"seră",2,"aseră",1,"seseră",2,"iseră",1,"useră",1,"âseră",1,"iră",1,"ură",1,"âră",1,"ează",1]);
const a_6 = among(["a",1,"e",1,"ie",1,"i",1,"ă",1]);
export default class extends Stemmer {
B_standard_suffix_removed = false;
I_p2 = 0;
I_p1 = 0;
I_pV = 0;
r_norm() {
let among_var, v_1, v_2, v_3;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
while (true) {
v_3 = this.cursor;
lab2: {
this.bra = this.cursor;
among_var = this.find_among(a_0);
if (among_var === 0) {
break lab2;
}
this.ket = this.cursor;
this.slice_from(as_0[(among_var - 1)]);
this.cursor = v_3;
break;
}
this.cursor = v_3;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
continue;
}
this.cursor = v_2;
break;
}
}
this.cursor = v_1;
return true;
}
r_prelude() {
let v_1, v_2, v_3;
while (true) {
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
if (!(this.in_grouping(g_v))) {
break lab1;
}
this.bra = this.cursor;
while (true) {
v_3 = this.cursor;
lab2: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "u")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
if (!(this.in_grouping(g_v))) {
break lab2;
}
this.slice_from("U");
break;
}
this.cursor = v_3;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "i")) {
break lab1;
}
this.cursor += 1;
this.ket = this.cursor;
if (!(this.in_grouping(g_v))) {
break lab1;
}
this.slice_from("I");
break;
}
this.cursor = v_2;
break;
}
this.cursor = v_2;
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
continue;
}
this.cursor = v_1;
break;
}
return true;
}
r_mark_regions() {
let v_1, v_2, v_3, v_4, v_5;
this.I_pV = this.limit;
this.I_p1 = this.limit;
this.I_p2 = this.limit;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
if (!(this.in_grouping(g_v))) {
break lab1;
}
while (true) {
v_3 = this.cursor;
lab2: {
if (!(this.out_grouping(g_v))) {
break lab2;
}
if (!(this.go_out_grouping(g_v))) {
break lab2;
}
this.cursor += 1;
break;
}
this.cursor = v_3;
if (!(this.in_grouping(g_v))) {
break lab1;
}
if (!(this.go_in_grouping(g_v))) {
break lab1;
}
this.cursor += 1;
break;
}
break;
}
this.cursor = v_2;
if (!(this.out_grouping(g_v))) {
break lab0;
}
while (true) {
v_4 = this.cursor;
lab1: {
if (!(this.out_grouping(g_v))) {
break lab1;
}
if (!(this.go_out_grouping(g_v))) {
break lab1;
}
this.cursor += 1;
break;
}
this.cursor = v_4;
if (!(this.in_grouping(g_v))) {
break lab0;
}
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
break;
}
break;
}
this.I_pV = this.cursor;
}
this.cursor = v_1;
v_5 = this.cursor;
lab0: {
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p1 = this.cursor;
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p2 = this.cursor;
}
this.cursor = v_5;
return true;
}
r_postlude() {
let among_var, v_1;
while (true) {
v_1 = this.cursor;
lab0: {
this.bra = this.cursor;
among_var = this.find_among(a_1);
this.ket = this.cursor;
if (among_var === 1) {
this.slice_from("i");
} else {
if (among_var === 2) {
this.slice_from("u");
} else {
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
}
continue;
}
this.cursor = v_1;
break;
}
return true;
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_step_0() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
if (among_var === 1) {
this.slice_del();
} else {
if (among_var === 2) {
this.slice_from("a");
} else {
if (among_var === 3) {
this.slice_from("e");
} else {
if (among_var === 4) {
this.slice_from("i");
} else {
if (among_var === 5) {
lab0: {
if (!(this.eq_s_b("ab"))) {
break lab0;
}
return false;
}
this.slice_from("i");
} else {
if (among_var === 6) {
this.slice_from("at");
} else {
this.slice_from("ați");
}
}
}
}
}
}
return true;
}
r_combo_suffix() {
let among_var, v_1;
v_1 = (this.limit - this.cursor);
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_3[(among_var - 1)]);
this.B_standard_suffix_removed = true;
this.cursor = (this.limit - v_1);
return true;
}
r_standard_suffix() {
let among_var, v_1;
this.B_standard_suffix_removed = false;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.r_combo_suffix())) {
break lab0;
}
continue;
}
this.cursor = (this.limit - v_1);
break;
}
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (this.I_p2 > this.cursor) {
return false;
}
if (among_var === 1) {
this.slice_del();
} else {
if (among_var === 2) {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ț")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_from("t");
} else {
this.slice_from("ist");
}
}
this.B_standard_suffix_removed = true;
return true;
}
r_verb_suffix() {
let among_var, v_2;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
among_var = this.find_among_b(a_5);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
lab0: {
if (!(this.out_grouping_b(g_v))) {
break lab0;
}
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
this.limit_backward = v_2;
return false;
}
this.cursor -= 1;
break;
}
this.slice_del();
} else {
this.slice_del();
}
this.limit_backward = v_2;
return true;
}
r_vowel_suffix() {
this.ket = this.cursor;
if (this.find_among_b(a_6) === 0) {
return false;
}
this.bra = this.cursor;
if (this.I_pV > this.cursor) {
return false;
}
this.slice_del();
return true;
}
_stem() {
let v_1, v_2, v_3, v_4, v_5, v_6;
this.r_norm();
v_1 = this.cursor;
this.r_prelude();
this.cursor = v_1;
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_2 = (this.limit - this.cursor);
this.r_step_0();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_standard_suffix();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
lab0: {
while (true) {
lab1: {
if (!(this.B_standard_suffix_removed)) {
break lab1;
}
break;
}
if (!(this.r_verb_suffix())) {
break lab0;
}
break;
}
}
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
this.r_vowel_suffix();
this.cursor = (this.limit - v_5);
this.cursor = this.limit_backward;
v_6 = this.cursor;
this.r_postlude();
this.cursor = v_6;
return true;
}
}
export const FINGERPRINT = "0dd42b07";

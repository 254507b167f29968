// From italian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouàèìòù";
const g_AEIO = "aeioàèìò";
const g_CG = "cg";
const a_0 = among(["all'",-1,"d'",-1,"dall'",-1,"dell'",-1,"gl'",-1,"l'",-1,"m'",-1,"nell'",-1,"quell'",-1,"quest'",-1,"s'",-1,"sull'",-1,"t'",-1,"tutt'",-1,"un'",-1,"v'",-1]);
const a_1 = among(["",7,"qu",6,"á",1,"é",2,"í",3,"ó",4,"ú",5]);
const a_2 = among(["",3,"I",1,"U",2]);
const a_3 = among(["la",-1,"cela",-1,"gliela",-1,"mela",-1,"tela",-1,"vela",-1,"le",-1,"cele",-1,"gliele",-1,"mele",-1,"tele",-1,"vele",-1,"ne",-1,"cene",-1,"gliene",-1,"mene",-1,"sene",-1,"tene",-1,"vene",-1,"ci",-1,"li",-1,"celi",-1,"glieli",-1,"meli",-1,"teli",-1,"veli",-1,"gli",-1,"mi",-1,"si",-1,"ti",-1,"vi",-1,"lo",-1,"celo",-1,"glielo",-1,"melo",-1,"telo",-1,"velo",-1]);
const a_4 = among(["ando",1,"endo",1,"ar",2,"er",2,"ir",2]);
const as_4 = ["", "e"];
const a_5 = among(["ic",-1,"abil",-1,"os",-1,"iv",1]);
const a_6 = among(["ic",1,"abil",1,"iv",1]);
const a_7 = among(["ica",1,"logia",3,"osa",1,"ista",1,"iva",9,"anza",1,"enza",5,"ice",1,"atrice",1,"iche",1,"logie",3,"abile",1,"ibile",1,"usione",4,"azione",2,"uzione",4,"atore",2,"ose",1,"ante",1,"mente",1,"amente",7,"iste",1,"ive",9,"anze",1,"enze",5,"ici",1,"atrici",1,"ichi",1,"abili",1,"ibili",1,"ismi",1,"usioni",4,"azioni",2,"uzioni",4,"atori",2,"osi",1,"anti",1,"amenti",6,"imenti",6,"isti",1,"ivi",9,"ico",1,"ismo",1,"oso",1,"amento",6,"imento",6,"ivo",9,"ità",8,"istà",1,"istè",1,"istì",1]);
const a_8 = among(["isca",1,"enda",1,"ata",1,"ita",1,"uta",1,"ava",1,"eva",1,"iva",1,"erebbe",1,"irebbe",1,"isce",1,"ende",1,"are",1,"ere",1,"ire",1,"asse",1,"ate",1,"avate",1,"evate",1,"ivate",1,"ete",1,"erete",1,"irete",1,"ite",1,"ereste",1,"ireste",1,"ute",1,"erai",1,"irai",1,"isci",1,"endi",1,"erei",1,"irei",1,"assi",1,"ati",1,"iti",1,"eresti",1,"iresti",1,"uti",1,"avi",1,"evi",1,"ivi",1,"isco",1,"ando",1,"endo",1,"Yamo",1,"iamo",1,"avamo",1,"evamo",1,"ivamo",1,"eremo",1,"iremo",1,"assimo",1,"ammo",1,"emmo",1,"eremmo",1,"iremmo",1,"immo",1,"ano",1,"iscano",1,"avano",1,"evano",1,"ivano",1,"eranno",1,"iranno",1,"ono",1,"iscono",1,"arono",1,"erono",1,"irono",1,"erebbero",1,"irebbero",1,"assero",1,"essero",1,"issero",1,"ato",1,"ito",1,"uto",1,"avo",1,"evo",1,"ivo",1,"ar",1,"ir",1,"erà",1,"irà",1,"erò",1,"irò",1]);
export default class extends Stemmer {
I_p2 = 0;
I_p1 = 0;
I_pV = 0;
r_elisions() {
this.bra = this.cursor;
if (this.find_among(a_0) === 0) {
return false;
}
this.ket = this.cursor;
if (this.cursor >= this.limit) {
return false;
}
this.slice_del();
return true;
}
r_prelude() {
let among_var, v_1, v_2, v_3, v_4, v_5;
v_1 = this.cursor;
while (true) {
v_2 = this.cursor;
lab0: {
this.bra = this.cursor;
among_var = this.find_among(a_1);
this.ket = this.cursor;
if (among_var === 1) {
this.slice_from("à");
} else {
if (among_var === 2) {
this.slice_from("è");
} else {
if (among_var === 3) {
this.slice_from("ì");
} else {
if (among_var === 4) {
this.slice_from("ò");
} else {
if (among_var === 5) {
this.slice_from("ù");
} else {
if (among_var === 6) {
this.slice_from("qU");
} else {
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
}
}
}
}
}
continue;
}
this.cursor = v_2;
break;
}
this.cursor = v_1;
while (true) {
v_3 = this.cursor;
lab0: {
while (true) {
v_4 = this.cursor;
lab1: {
if (!(this.in_grouping(g_v))) {
break lab1;
}
this.bra = this.cursor;
while (true) {
v_5 = this.cursor;
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
this.cursor = v_5;
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
this.cursor = v_4;
break;
}
this.cursor = v_4;
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
continue;
}
this.cursor = v_3;
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
lab1: {
if (!(this.eq_s("divan"))) {
break lab1;
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
among_var = this.find_among(a_2);
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
r_RV() {
return this.I_pV <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_attached_pronoun() {
let among_var;
this.ket = this.cursor;
if (this.find_among_b(a_3) === 0) {
return false;
}
this.bra = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
return false;
}
if (!(this.r_RV())) {
return false;
}
this.slice_from(as_4[(among_var - 1)]);
return true;
}
r_standard_suffix() {
let among_var, v_1, v_2, v_3, v_4;
this.ket = this.cursor;
among_var = this.find_among_b(a_7);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("ic"))) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.slice_del();
}
} else {
if (among_var === 3) {
if (!(this.r_R2())) {
return false;
}
this.slice_from("log");
} else {
if (among_var === 4) {
if (!(this.r_R2())) {
return false;
}
this.slice_from("u");
} else {
if (among_var === 5) {
if (!(this.r_R2())) {
return false;
}
this.slice_from("ente");
} else {
if (among_var === 6) {
if (!(this.r_RV())) {
return false;
}
this.slice_del();
} else {
if (among_var === 7) {
if (this.I_p1 > this.cursor) {
return false;
}
this.slice_del();
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_5);
if (among_var === 0) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.slice_del();
if (among_var === 1) {
this.ket = this.cursor;
if (!(this.eq_s_b("at"))) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.slice_del();
}
}
} else {
if (among_var === 8) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_3 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (this.find_among_b(a_6) === 0) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.slice_del();
}
} else {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_4 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("at"))) {
this.cursor = (this.limit - v_4);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_4);
break lab0;
}
this.slice_del();
this.ket = this.cursor;
if (!(this.eq_s_b("ic"))) {
this.cursor = (this.limit - v_4);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_4);
break lab0;
}
this.slice_del();
}
}
}
}
}
}
}
}
}
return true;
}
r_verb_suffix() {
let v_2;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
if (this.find_among_b(a_8) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.slice_del();
this.limit_backward = v_2;
return true;
}
r_vowel_suffix() {
let v_1, v_2;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.in_grouping_b(g_AEIO))) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_RV())) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.slice_del();
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
if (!(this.r_RV())) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.slice_del();
}
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "h")) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
if (!(this.in_grouping_b(g_CG))) {
this.cursor = (this.limit - v_2);
break lab0;
}
if (!(this.r_RV())) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.slice_del();
}
return true;
}
_stem() {
let v_1, v_2, v_3, v_4, v_5, v_6, v_7;
v_1 = this.cursor;
this.r_elisions();
this.cursor = v_1;
v_2 = this.cursor;
this.r_prelude();
this.cursor = v_2;
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_3 = (this.limit - this.cursor);
this.r_attached_pronoun();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
lab0: {
while (true) {
v_5 = (this.limit - this.cursor);
lab1: {
if (!(this.r_standard_suffix())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_5);
if (!(this.r_verb_suffix())) {
break lab0;
}
break;
}
}
this.cursor = (this.limit - v_4);
v_6 = (this.limit - this.cursor);
this.r_vowel_suffix();
this.cursor = (this.limit - v_6);
this.cursor = this.limit_backward;
v_7 = this.cursor;
this.r_postlude();
this.cursor = v_7;
return true;
}
}
export const FINGERPRINT = "7596f9f5";

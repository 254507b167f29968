// From french_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouyàâèéêëîïôùû";
const g_oux_ending = "bhjlnp";
const g_elision_char = "cdjlmnst";
const g_keep_with_s = "aiosuè";
const a_0 = among(["col",-1,"ni",1,"par",-1,"tap",-1]);
const a_1 = among(["",7,"H",6,"He",4,"Hi",5,"I",1,"U",2,"Y",3]);
const a_2 = among(["iqU",3,"abl",3,"Ièr",4,"ièr",4,"eus",2,"iv",1]);
const a_3 = among(["ic",2,"abil",1,"iv",3]);
const a_4 = among(["iqUe",1,"atrice",2,"ance",1,"ence",5,"logie",3,"able",1,"isme",1,"euse",12,"iste",1,"ive",8,"if",8,"usion",4,"ation",2,"ution",4,"ateur",2,"iqUes",1,"atrices",2,"ances",1,"ences",5,"logies",3,"ables",1,"ismes",1,"euses",12,"istes",1,"ives",8,"ifs",8,"usions",4,"ations",2,"utions",4,"ateurs",2,"ments",16,"ements",6,"issements",13,"ités",7,"ment",16,"ement",6,"issement",13,"amment",14,"emment",15,"aux",10,"eaux",9,"eux",1,"oux",11,"ité",7]);
const a_5 = among(["ira",1,"ie",1,"isse",1,"issante",1,"i",1,"irai",1,"ir",1,"iras",1,"ies",1,"îmes",1,"isses",1,"issantes",1,"îtes",1,"is",1,"irais",1,"issais",1,"irions",1,"issions",1,"irons",1,"issons",1,"issants",1,"it",1,"irait",1,"issait",1,"issant",1,"iraIent",1,"issaIent",1,"irent",1,"issent",1,"iront",1,"ît",1,"iriez",1,"issiez",1,"irez",1,"issez",1]);
const a_6 = among(["al",1,"épl",-1,"auv",-1]);
const a_7 = among(["a",3,"era",2,"aise",4,"asse",3,"ante",3,"ée",2,"ai",3,"erai",2,"er",2,"as",3,"eras",2,"âmes",3,"aises",4,"asses",3,"antes",3,"âtes",3,"ées",2,"ais",4,"eais",2,"erais",2,"ions",1,"erions",2,"assions",3,"erons",2,"ants",3,"és",2,"ait",3,"erait",2,"ant",3,"aIent",3,"eraIent",2,"èrent",2,"assent",3,"eront",2,"ât",3,"ez",2,"iez",2,"eriez",2,"assiez",3,"erez",2,"é",2]);
const a_8 = among(["e",3,"Ière",2,"ière",2,"ion",1,"Ier",2,"ier",2]);
const a_9 = among(["ell",-1,"eill",-1,"enn",-1,"onn",-1,"ett",-1]);
export default class extends Stemmer {
I_p2 = 0;
I_p1 = 0;
I_pV = 0;
r_elisions() {
this.bra = this.cursor;
while (true) {
lab0: {
if (!(this.in_grouping(g_elision_char))) {
break lab0;
}
break;
}
if (!(this.eq_s("qu"))) {
return false;
}
break;
}
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "'")) {
return false;
}
this.cursor += 1;
this.ket = this.cursor;
if (this.cursor >= this.limit) {
return false;
}
this.slice_del();
return true;
}
r_prelude() {
let v_1, v_2, v_3, v_4;
while (true) {
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
while (true) {
v_3 = this.cursor;
lab2: {
if (!(this.in_grouping(g_v))) {
break lab2;
}
this.bra = this.cursor;
while (true) {
v_4 = this.cursor;
lab3: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "u")) {
break lab3;
}
this.cursor += 1;
this.ket = this.cursor;
if (!(this.in_grouping(g_v))) {
break lab3;
}
this.slice_from("U");
break;
}
this.cursor = v_4;
lab3: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "i")) {
break lab3;
}
this.cursor += 1;
this.ket = this.cursor;
if (!(this.in_grouping(g_v))) {
break lab3;
}
this.slice_from("I");
break;
}
this.cursor = v_4;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_from("Y");
break;
}
break;
}
this.cursor = v_3;
lab2: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "ë")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_from("He");
break;
}
this.cursor = v_3;
lab2: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "ï")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_from("Hi");
break;
}
this.cursor = v_3;
lab2: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
if (!(this.in_grouping(g_v))) {
break lab2;
}
this.slice_from("Y");
break;
}
this.cursor = v_3;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "q")) {
break lab1;
}
this.cursor += 1;
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "u")) {
break lab1;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_from("U");
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
let among_var, v_1, v_2, v_3;
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
if (!(this.in_grouping(g_v))) {
break lab1;
}
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
break;
}
this.cursor = v_2;
lab1: {
among_var = this.find_among(a_0);
if (among_var === 0) {
break lab1;
}
if (among_var === 1) {
if (!(this.in_grouping(g_v))) {
break lab1;
}
}
break;
}
this.cursor = v_2;
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
break;
}
this.I_pV = this.cursor;
}
this.cursor = v_1;
v_3 = this.cursor;
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
this.cursor = v_3;
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
if (among_var === 3) {
this.slice_from("y");
} else {
if (among_var === 4) {
this.slice_from("ë");
} else {
if (among_var === 5) {
this.slice_from("ï");
} else {
if (among_var === 6) {
this.slice_del();
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
this.cursor = v_1;
break;
}
return true;
}
r_RV() {
return this.I_pV <= this.cursor;
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_standard_suffix() {
let among_var, v_1, v_10, v_11, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
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
while (true) {
v_2 = (this.limit - this.cursor);
lab1: {
if (!(this.r_R2())) {
break lab1;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_2);
this.slice_from("iqU");
break;
}
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
this.slice_from("ent");
} else {
if (among_var === 6) {
if (!(this.r_RV())) {
return false;
}
this.slice_del();
v_3 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R2())) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.slice_del();
this.ket = this.cursor;
if (!(this.eq_s_b("at"))) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.slice_del();
} else {
if (among_var === 2) {
while (true) {
v_4 = (this.limit - this.cursor);
lab1: {
if (!(this.r_R2())) {
break lab1;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_4);
if (!(this.r_R1())) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.slice_from("eux");
break;
}
} else {
if (among_var === 3) {
if (!(this.r_R2())) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.slice_del();
} else {
if (!(this.r_RV())) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.slice_from("i");
}
}
}
}
} else {
if (among_var === 7) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_5 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
this.cursor = (this.limit - v_5);
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
v_6 = (this.limit - this.cursor);
lab1: {
if (!(this.r_R2())) {
break lab1;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_6);
this.slice_from("abl");
break;
}
} else {
if (among_var === 2) {
while (true) {
v_7 = (this.limit - this.cursor);
lab1: {
if (!(this.r_R2())) {
break lab1;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_7);
this.slice_from("iqU");
break;
}
} else {
if (!(this.r_R2())) {
this.cursor = (this.limit - v_5);
break lab0;
}
this.slice_del();
}
}
}
} else {
if (among_var === 8) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_8 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("at"))) {
this.cursor = (this.limit - v_8);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_8);
break lab0;
}
this.slice_del();
this.ket = this.cursor;
if (!(this.eq_s_b("ic"))) {
this.cursor = (this.limit - v_8);
break lab0;
}
this.bra = this.cursor;
while (true) {
v_9 = (this.limit - this.cursor);
lab1: {
if (!(this.r_R2())) {
break lab1;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_9);
this.slice_from("iqU");
break;
}
}
} else {
if (among_var === 9) {
this.slice_from("eau");
} else {
if (among_var === 10) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("al");
} else {
if (among_var === 11) {
if (!(this.in_grouping_b(g_oux_ending))) {
return false;
}
this.slice_from("ou");
} else {
if (among_var === 12) {
while (true) {
v_10 = (this.limit - this.cursor);
lab0: {
if (!(this.r_R2())) {
break lab0;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_10);
if (!(this.r_R1())) {
return false;
}
this.slice_from("eux");
break;
}
} else {
if (among_var === 13) {
if (!(this.r_R1())) {
return false;
}
if (!(this.out_grouping_b(g_v))) {
return false;
}
this.slice_del();
} else {
if (among_var === 14) {
if (!(this.r_RV())) {
return false;
}
this.slice_from("ant");
return false;
} else {
if (among_var === 15) {
if (!(this.r_RV())) {
return false;
}
this.slice_from("ent");
return false;
} else {
v_11 = (this.limit - this.cursor);
if (!(this.in_grouping_b(g_v))) {
return false;
}
if (!(this.r_RV())) {
return false;
}
this.cursor = (this.limit - v_11);
this.slice_del();
return false;
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
return true;
}
r_i_verb_suffix() {
let v_2;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
if (this.find_among_b(a_5) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "H")) {
break lab0;
}
this.cursor -= 1;
this.limit_backward = v_2;
return false;
}
if (!(this.out_grouping_b(g_v))) {
this.limit_backward = v_2;
return false;
}
this.slice_del();
this.limit_backward = v_2;
return true;
}
r_verb_suffix() {
let among_var, v_2, v_3, v_4;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
among_var = this.find_among_b(a_7);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
this.slice_del();
} else {
if (among_var === 3) {
v_3 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.cursor -= 1;
if (!(this.r_RV())) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.bra = this.cursor;
}
this.slice_del();
} else {
v_4 = (this.limit - this.cursor);
lab0: {
among_var = this.find_among_b(a_6);
if (among_var === 0) {
break lab0;
}
if (among_var === 1) {
if (this.cursor <= this.limit_backward) {
break lab0;
}
this.cursor -= 1;
if (this.cursor > this.limit_backward) {
break lab0;
}
}
return false;
}
this.cursor = (this.limit - v_4);
this.slice_del();
}
}
}
return true;
}
r_residual_suffix() {
let among_var, v_1, v_2, v_4;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "s")) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
v_2 = (this.limit - this.cursor);
while (true) {
lab1: {
if (!(this.eq_s_b("Hi"))) {
break lab1;
}
break;
}
if (!(this.out_grouping_b(g_keep_with_s))) {
this.cursor = (this.limit - v_1);
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
this.slice_del();
}
if (this.cursor < this.I_pV) {
return false;
}
v_4 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
among_var = this.find_among_b(a_8);
if (among_var === 0) {
this.limit_backward = v_4;
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R2())) {
this.limit_backward = v_4;
return false;
}
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "s")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "t")) {
this.limit_backward = v_4;
return false;
}
this.cursor -= 1;
break;
}
this.slice_del();
} else {
if (among_var === 2) {
this.slice_from("i");
} else {
this.slice_del();
}
}
this.limit_backward = v_4;
return true;
}
r_un_double() {
let v_1;
v_1 = (this.limit - this.cursor);
if (this.find_among_b(a_9) === 0) {
return false;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
return true;
}
r_un_accent() {
let v_1;
v_1 = 1;
while (true) {
lab0: {
if (!(this.out_grouping_b(g_v))) {
break lab0;
}
v_1 -= 1;
continue;
}
break;
}
if (v_1 > 0) {
return false;
}
this.ket = this.cursor;
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "é")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "è")) {
return false;
}
this.cursor -= 1;
break;
}
this.bra = this.cursor;
this.slice_from("e");
return true;
}
_stem() {
let v_1, v_10, v_11, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
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
lab0: {
while (true) {
v_4 = (this.limit - this.cursor);
lab1: {
v_5 = (this.limit - this.cursor);
while (true) {
v_6 = (this.limit - this.cursor);
lab2: {
if (!(this.r_standard_suffix())) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_6);
lab2: {
if (!(this.r_i_verb_suffix())) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_6);
if (!(this.r_verb_suffix())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_5);
v_7 = (this.limit - this.cursor);
lab2: {
this.ket = this.cursor;
while (true) {
v_8 = (this.limit - this.cursor);
lab3: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "Y")) {
break lab3;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_from("i");
break;
}
this.cursor = (this.limit - v_8);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ç")) {
this.cursor = (this.limit - v_7);
break lab2;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_from("c");
break;
}
}
break;
}
this.cursor = (this.limit - v_4);
if (!(this.r_residual_suffix())) {
break lab0;
}
break;
}
}
this.cursor = (this.limit - v_3);
v_9 = (this.limit - this.cursor);
this.r_un_double();
this.cursor = (this.limit - v_9);
v_10 = (this.limit - this.cursor);
this.r_un_accent();
this.cursor = (this.limit - v_10);
this.cursor = this.limit_backward;
v_11 = this.cursor;
this.r_postlude();
this.cursor = v_11;
return true;
}
}
export const FINGERPRINT = "dbf7ade7";

// From english_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_aeo = "aeo";
const g_v = "aeiouy";
const g_v_WXY = "Yaeiouwxy";
const g_valid_LI = "cdeghkmnrt";
const a_0 = among(["arsen",-1,"commun",-1,"emerg",-1,"gener",-1,"inter",-1,"later",-1,"organ",-1,"past",-1,"univers",-1]);
const a_1 = among(["'",1,"'s'",1,"'s",1]);
const a_2 = among(["ied",2,"s",3,"ies",2,"sses",1,"ss",-1,"us",-1]);
const a_3 = among(["succ",1,"proc",1,"exc",1]);
const a_4 = among(["even",2,"cann",2,"inn",2,"earr",2,"herr",2,"out",2,"y",1]);
const a_5 = among(["",-1,"ed",2,"eed",1,"ing",3,"edly",2,"eedly",1,"ingly",2]);
const a_6 = among(["",3,"bb",2,"dd",2,"ff",2,"gg",2,"bl",1,"mm",2,"nn",2,"pp",2,"rr",2,"at",1,"tt",2,"iz",1]);
const a_7 = among(["anci",3,"enci",2,"ogi",14,"li",16,"bli",12,"abli",4,"alli",8,"fulli",9,"lessli",15,"ousli",10,"entli",5,"aliti",8,"biliti",12,"iviti",11,"tional",1,"ational",7,"alism",8,"ation",7,"ization",6,"izer",6,"ator",7,"iveness",11,"fulness",9,"ousness",10,"ogist",13]);
const a_8 = among(["icate",4,"ative",6,"alize",3,"iciti",4,"ical",4,"tional",1,"ational",2,"ful",5,"ness",5]);
const a_9 = among(["ic",1,"ance",1,"ence",1,"able",1,"ible",1,"ate",1,"ive",1,"ize",1,"iti",1,"al",1,"ism",1,"ion",2,"er",1,"ous",1,"ant",1,"ent",1,"ment",1,"ement",1]);
const a_10 = among(["e",1,"l",2]);
const a_11 = among(["andes",-1,"atlas",-1,"bias",-1,"cosmos",-1,"early",6,"gently",4,"howe",-1,"idly",3,"news",-1,"only",7,"singly",8,"skies",2,"skis",1,"sky",-1,"ugly",5]);
const as_11 = ["ski", "sky", "idl", "gentl", "ugli", "earli", "onli", "singl"];
export default class extends Stemmer {
B_Y_found = false;
I_p2 = 0;
I_p1 = 0;
r_prelude() {
let v_1, v_2, v_3, v_4, v_5;
this.B_Y_found = false;
v_1 = this.cursor;
lab0: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "'")) {
break lab0;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_del();
}
this.cursor = v_1;
v_2 = this.cursor;
lab0: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
break lab0;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_from("Y");
this.B_Y_found = true;
}
this.cursor = v_2;
v_3 = this.cursor;
lab0: {
while (true) {
v_4 = this.cursor;
lab1: {
while (true) {
v_5 = this.cursor;
lab2: {
if (!(this.in_grouping(g_v))) {
break lab2;
}
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
this.cursor = v_5;
break;
}
this.cursor = v_5;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
this.slice_from("Y");
this.B_Y_found = true;
continue;
}
this.cursor = v_4;
break;
}
}
this.cursor = v_3;
return true;
}
r_mark_regions() {
let v_1, v_2;
this.I_p1 = this.limit;
this.I_p2 = this.limit;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
if (this.find_among(a_0) === 0) {
break lab1;
}
break;
}
this.cursor = v_2;
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
break;
}
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
this.cursor = v_1;
return true;
}
r_shortv() {
let v_1;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.out_grouping_b(g_v_WXY))) {
break lab0;
}
if (!(this.in_grouping_b(g_v))) {
break lab0;
}
if (!(this.out_grouping_b(g_v))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.out_grouping_b(g_v))) {
break lab0;
}
if (!(this.in_grouping_b(g_v))) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_1);
if (!(this.eq_s_b("past"))) {
return false;
}
break;
}
return true;
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_Step_1a() {
let among_var, v_1, v_2;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (this.find_among_b(a_1) === 0) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.bra = this.cursor;
this.slice_del();
}
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
this.slice_from("ss");
} else {
if (among_var === 2) {
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
if ((this.cursor - 2) < this.limit_backward) {
break lab0;
}
this.cursor -= 2;
this.slice_from("i");
break;
}
this.cursor = (this.limit - v_2);
this.slice_from("ie");
break;
}
} else {
if (among_var === 3) {
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_v))) {
return false;
}
this.cursor -= 1;
this.slice_del();
}
}
}
return true;
}
r_Step_1b() {
let among_var, v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8;
this.ket = this.cursor;
among_var = this.find_among_b(a_5);
this.bra = this.cursor;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (among_var === 1) {
v_2 = (this.limit - this.cursor);
lab1: {
if (!(this.r_R1())) {
break lab1;
}
while (true) {
v_3 = (this.limit - this.cursor);
lab2: {
if (this.find_among_b(a_3) === 0) {
break lab2;
}
if (this.cursor > this.limit_backward) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_3);
this.slice_from("ee");
break;
}
}
this.cursor = (this.limit - v_2);
} else {
if (among_var === 2) {
break lab0;
} else {
if (among_var === 3) {
among_var = this.find_among_b(a_4);
if (among_var === 0) {
break lab0;
}
if (among_var === 1) {
v_4 = (this.limit - this.cursor);
if (!(this.out_grouping_b(g_v))) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
this.cursor = (this.limit - v_4);
this.bra = this.cursor;
this.slice_from("ie");
} else {
if (this.cursor > this.limit_backward) {
break lab0;
}
}
}
}
}
break;
}
this.cursor = (this.limit - v_1);
v_5 = (this.limit - this.cursor);
if (!(this.go_out_grouping_b(g_v))) {
return false;
}
this.cursor -= 1;
this.cursor = (this.limit - v_5);
this.slice_del();
this.ket = this.cursor;
this.bra = this.cursor;
v_6 = (this.limit - this.cursor);
among_var = this.find_among_b(a_6);
if (among_var === 1) {
this.slice_from("e");
return false;
} else {
if (among_var === 2) {
v_7 = (this.limit - this.cursor);
lab0: {
if (!(this.in_grouping_b(g_aeo))) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_7);
} else {
if (this.cursor !== this.I_p1) {
return false;
}
v_8 = (this.limit - this.cursor);
if (!(this.r_shortv())) {
return false;
}
this.cursor = (this.limit - v_8);
this.slice_from("e");
return false;
}
}
this.cursor = (this.limit - v_6);
this.ket = this.cursor;
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
break;
}
return true;
}
r_Step_1c() {
this.ket = this.cursor;
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "y")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "Y")) {
return false;
}
this.cursor -= 1;
break;
}
this.bra = this.cursor;
if (!(this.out_grouping_b(g_v))) {
return false;
}
if (this.cursor <= this.limit_backward) {
return false;
}
this.slice_from("i");
return true;
}
r_Step_2() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_7);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
if (among_var === 1) {
this.slice_from("tion");
} else {
if (among_var === 2) {
this.slice_from("ence");
} else {
if (among_var === 3) {
this.slice_from("ance");
} else {
if (among_var === 4) {
this.slice_from("able");
} else {
if (among_var === 5) {
this.slice_from("ent");
} else {
if (among_var === 6) {
this.slice_from("ize");
} else {
if (among_var === 7) {
this.slice_from("ate");
} else {
if (among_var === 8) {
this.slice_from("al");
} else {
if (among_var === 9) {
this.slice_from("ful");
} else {
if (among_var === 10) {
this.slice_from("ous");
} else {
if (among_var === 11) {
this.slice_from("ive");
} else {
if (among_var === 12) {
this.slice_from("ble");
} else {
if (among_var === 13) {
this.slice_from("og");
} else {
if (among_var === 14) {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "l")) {
return false;
}
this.cursor -= 1;
this.slice_from("og");
} else {
if (among_var === 15) {
this.slice_from("less");
} else {
if (!(this.in_grouping_b(g_valid_LI))) {
return false;
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
}
}
}
}
}
}
return true;
}
r_Step_3() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_8);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
if (among_var === 1) {
this.slice_from("tion");
} else {
if (among_var === 2) {
this.slice_from("ate");
} else {
if (among_var === 3) {
this.slice_from("al");
} else {
if (among_var === 4) {
this.slice_from("ic");
} else {
if (among_var === 5) {
this.slice_del();
} else {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
}
}
}
}
}
return true;
}
r_Step_4() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_9);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
return false;
}
if (among_var === 1) {
this.slice_del();
} else {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "s")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "t")) {
return false;
}
this.cursor -= 1;
break;
}
this.slice_del();
}
return true;
}
r_Step_5() {
let among_var, v_1;
this.ket = this.cursor;
among_var = this.find_among_b(a_10);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
lab0: {
if (!(this.r_R2())) {
break lab0;
}
break;
}
if (!(this.r_R1())) {
return false;
}
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.r_shortv())) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_1);
break;
}
this.slice_del();
} else {
if (!(this.r_R2())) {
return false;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "l")) {
return false;
}
this.cursor -= 1;
this.slice_del();
}
return true;
}
r_exception1() {
let among_var;
this.bra = this.cursor;
among_var = this.find_among(a_11);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
if (this.cursor < this.limit) {
return false;
}
if (among_var > 0) {
this.slice_from(as_11[(among_var - 1)]);
}
return true;
}
r_postlude() {
let v_1, v_2;
if (!(this.B_Y_found)) {
return false;
}
while (true) {
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "Y")) {
break lab1;
}
this.cursor += 1;
this.ket = this.cursor;
this.cursor = v_2;
break;
}
this.cursor = v_2;
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
this.slice_from("y");
continue;
}
this.cursor = v_1;
break;
}
return true;
}
_stem() {
let v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
while (true) {
v_1 = this.cursor;
lab0: {
if (!(this.r_exception1())) {
break lab0;
}
break;
}
this.cursor = v_1;
lab0: {
lab1: {
if ((this.cursor + 3) > this.limit) {
break lab1;
}
this.cursor += 3;
break lab0;
}
break;
}
this.cursor = v_1;
this.r_prelude();
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_2 = (this.limit - this.cursor);
this.r_Step_1a();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_Step_1b();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_Step_1c();
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
this.r_Step_2();
this.cursor = (this.limit - v_5);
v_6 = (this.limit - this.cursor);
this.r_Step_3();
this.cursor = (this.limit - v_6);
v_7 = (this.limit - this.cursor);
this.r_Step_4();
this.cursor = (this.limit - v_7);
v_8 = (this.limit - this.cursor);
this.r_Step_5();
this.cursor = (this.limit - v_8);
this.cursor = this.limit_backward;
v_9 = this.cursor;
this.r_postlude();
this.cursor = v_9;
break;
}
return true;
}
}
export const FINGERPRINT = "ca5ba43e";

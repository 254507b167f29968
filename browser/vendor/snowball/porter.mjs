// From porter_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouy";
const g_v_WXY = "Yaeiouwxy";
const a_0 = among(["s",3,"ies",2,"sses",1,"ss",-1]);
const as_0 = ["ss", "i", ""];
const a_1 = among(["",3,"bb",2,"dd",2,"ff",2,"gg",2,"bl",1,"mm",2,"nn",2,"pp",2,"rr",2,"at",1,"tt",2,"iz",1]);
const a_2 = among(["ed",2,"eed",1,"ing",2]);
const a_3 = among(["anci",3,"enci",2,"abli",4,"eli",6,"alli",9,"ousli",11,"entli",5,"aliti",9,"biliti",13,"iviti",12,"tional",1,"ational",8,"alism",9,"ation",8,"ization",7,"izer",7,"ator",8,"iveness",12,"fulness",10,"ousness",11]);
const as_3 = ["tion", "ence", "ance", "able", "ent", "e", "ize", "ate", "al", "ful", "ous", "ive", "ble"];
const a_4 = among(["icate",2,"ative",3,"alize",1,"iciti",2,"ical",2,"ful",3,"ness",3]);
const as_4 = ["al", "ic", ""];
const a_5 = among(["ic",1,"ance",1,"ence",1,"able",1,"ible",1,"ate",1,"ive",1,"ize",1,"iti",1,"al",1,"ism",1,"ion",2,"er",1,"ous",1,"ant",1,"ent",1,"ment",1,"ement",1,"ou",1]);
export default class extends Stemmer {
I_p2 = 0;
I_p1 = 0;
r_shortv() {
if (!(this.out_grouping_b(g_v_WXY))) {
return false;
}
if (!(this.in_grouping_b(g_v))) {
return false;
}
return this.out_grouping_b(g_v);
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_Step_1a() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var > 0) {
this.slice_from(as_0[(among_var - 1)]);
}
return true;
}
r_Step_1b() {
let among_var, c, v_1, v_2, v_3;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("ee");
} else {
v_1 = (this.limit - this.cursor);
if (!(this.go_out_grouping_b(g_v))) {
return false;
}
this.cursor -= 1;
this.cursor = (this.limit - v_1);
this.slice_del();
v_2 = (this.limit - this.cursor);
among_var = this.find_among_b(a_1);
this.cursor = (this.limit - v_2);
if (among_var === 1) {
c = this.cursor;
this.insert(this.cursor, this.cursor, "e");
this.cursor = c;
} else {
if (among_var === 2) {
this.ket = this.cursor;
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
} else {
if (this.cursor !== this.I_p1) {
return false;
}
v_3 = (this.limit - this.cursor);
if (!(this.r_shortv())) {
return false;
}
this.cursor = (this.limit - v_3);
c = this.cursor;
this.insert(this.cursor, this.cursor, "e");
this.cursor = c;
}
}
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
if (!(this.go_out_grouping_b(g_v))) {
return false;
}
this.cursor -= 1;
this.slice_from("i");
return true;
}
r_Step_2() {
let among_var;
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
return true;
}
r_Step_3() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_4[(among_var - 1)]);
return true;
}
r_Step_4() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_5);
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
r_Step_5a() {
let v_1;
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
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
return true;
}
r_Step_5b() {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "l")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
if (!(this.r_R2())) {
return false;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "l")) {
return false;
}
this.cursor -= 1;
this.slice_del();
return true;
}
_stem() {
let B_Y_found, v_1, v_10, v_11, v_12, v_13, v_14, v_15, v_16, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
B_Y_found = false;
v_1 = this.cursor;
lab0: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
break lab0;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_from("Y");
B_Y_found = true;
}
this.cursor = v_1;
v_2 = this.cursor;
lab0: {
while (true) {
v_3 = this.cursor;
lab1: {
while (true) {
v_4 = this.cursor;
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
this.cursor = v_4;
break;
}
this.cursor = v_4;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
this.slice_from("Y");
B_Y_found = true;
continue;
}
this.cursor = v_3;
break;
}
}
this.cursor = v_2;
this.I_p1 = this.limit;
this.I_p2 = this.limit;
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
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_6 = (this.limit - this.cursor);
this.r_Step_1a();
this.cursor = (this.limit - v_6);
v_7 = (this.limit - this.cursor);
this.r_Step_1b();
this.cursor = (this.limit - v_7);
v_8 = (this.limit - this.cursor);
this.r_Step_1c();
this.cursor = (this.limit - v_8);
v_9 = (this.limit - this.cursor);
this.r_Step_2();
this.cursor = (this.limit - v_9);
v_10 = (this.limit - this.cursor);
this.r_Step_3();
this.cursor = (this.limit - v_10);
v_11 = (this.limit - this.cursor);
this.r_Step_4();
this.cursor = (this.limit - v_11);
v_12 = (this.limit - this.cursor);
this.r_Step_5a();
this.cursor = (this.limit - v_12);
v_13 = (this.limit - this.cursor);
this.r_Step_5b();
this.cursor = (this.limit - v_13);
this.cursor = this.limit_backward;
v_14 = this.cursor;
lab0: {
if (!(B_Y_found)) {
break lab0;
}
while (true) {
v_15 = this.cursor;
lab1: {
while (true) {
v_16 = this.cursor;
lab2: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "Y")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
this.cursor = v_16;
break;
}
this.cursor = v_16;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
this.slice_from("y");
continue;
}
this.cursor = v_15;
break;
}
}
this.cursor = v_14;
return true;
}
}
export const FINGERPRINT = "69a37fb7";

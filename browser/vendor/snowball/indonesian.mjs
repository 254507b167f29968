// From indonesian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_vowel = "aeiou";
const a_0 = among(["kah",1,"lah",1,"pun",1]);
const a_1 = among(["nya",1,"ku",1,"mu",1]);
const a_2 = among(["i",2,"an",1]);
const a_3 = among(["di",1,"ke",3,"me",1,"mem",5,"men",2,"meng",1,"pem",6,"pen",4,"peng",3,"ter",1]);
const a_4 = among(["be",2,"pe",1]);
export default class extends Stemmer {
I_prefix = 0;
I_measure = 0;
r_remove_particle() {
this.ket = this.cursor;
if (this.find_among_b(a_0) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.I_measure -= 1;
return true;
}
r_remove_possessive_pronoun() {
this.ket = this.cursor;
if (this.find_among_b(a_1) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
this.I_measure -= 1;
return true;
}
r_remove_suffix() {
let among_var, v_1;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (this.I_prefix === 3) {
break lab0;
}
if (this.I_prefix === 2) {
break lab0;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "k")) {
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
break;
}
this.cursor = (this.limit - v_1);
if (this.I_prefix === 1) {
return false;
}
break;
}
} else {
if (this.I_prefix > 2) {
return false;
}
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "s")) {
break lab0;
}
this.cursor -= 1;
return false;
}
}
this.slice_del();
this.I_measure -= 1;
return true;
}
r_remove_first_order_prefix() {
let among_var, v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8;
this.bra = this.cursor;
among_var = this.find_among(a_3);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
if (among_var === 1) {
this.slice_del();
this.I_prefix = 1;
this.I_measure -= 1;
} else {
if (among_var === 2) {
while (true) {
v_1 = this.cursor;
lab0: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
break lab0;
}
this.cursor += 1;
v_2 = this.cursor;
if (!(this.in_grouping(g_vowel))) {
break lab0;
}
this.cursor = v_2;
this.ket = this.cursor;
this.slice_from("s");
this.I_prefix = 1;
this.I_measure -= 1;
break;
}
this.cursor = v_1;
this.slice_del();
this.I_prefix = 1;
this.I_measure -= 1;
break;
}
} else {
if (among_var === 3) {
this.slice_del();
this.I_prefix = 3;
this.I_measure -= 1;
} else {
if (among_var === 4) {
while (true) {
v_3 = this.cursor;
lab0: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
break lab0;
}
this.cursor += 1;
v_4 = this.cursor;
if (!(this.in_grouping(g_vowel))) {
break lab0;
}
this.cursor = v_4;
this.ket = this.cursor;
this.slice_from("s");
this.I_prefix = 3;
this.I_measure -= 1;
break;
}
this.cursor = v_3;
this.slice_del();
this.I_prefix = 3;
this.I_measure -= 1;
break;
}
} else {
if (among_var === 5) {
this.I_prefix = 1;
this.I_measure -= 1;
while (true) {
v_5 = this.cursor;
lab0: {
v_6 = this.cursor;
if (!(this.in_grouping(g_vowel))) {
break lab0;
}
this.cursor = v_6;
this.slice_from("p");
break;
}
this.cursor = v_5;
this.slice_del();
break;
}
} else {
this.I_prefix = 3;
this.I_measure -= 1;
while (true) {
v_7 = this.cursor;
lab0: {
v_8 = this.cursor;
if (!(this.in_grouping(g_vowel))) {
break lab0;
}
this.cursor = v_8;
this.slice_from("p");
break;
}
this.cursor = v_7;
this.slice_del();
break;
}
}
}
}
}
}
return true;
}
r_remove_second_order_prefix() {
let among_var, v_1, v_2;
this.bra = this.cursor;
among_var = this.find_among(a_4);
if (among_var === 0) {
return false;
}
if (among_var === 1) {
while (true) {
v_1 = this.cursor;
lab0: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "r")) {
break lab0;
}
this.cursor += 1;
this.ket = this.cursor;
this.I_prefix = 2;
break;
}
this.cursor = v_1;
lab0: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "l")) {
break lab0;
}
this.cursor += 1;
this.ket = this.cursor;
if (!(this.eq_s("ajar"))) {
break lab0;
}
break;
}
this.cursor = v_1;
this.ket = this.cursor;
this.I_prefix = 2;
break;
}
} else {
while (true) {
v_2 = this.cursor;
lab0: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "r")) {
break lab0;
}
this.cursor += 1;
this.ket = this.cursor;
break;
}
this.cursor = v_2;
lab0: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "l")) {
break lab0;
}
this.cursor += 1;
this.ket = this.cursor;
if (!(this.eq_s("ajar"))) {
break lab0;
}
break;
}
this.cursor = v_2;
this.ket = this.cursor;
if (!(this.out_grouping(g_vowel))) {
return false;
}
if (!(this.eq_s("er"))) {
return false;
}
break;
}
this.I_prefix = 4;
}
this.I_measure -= 1;
this.slice_del();
return true;
}
_stem() {
let v_1, v_10, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
this.I_measure = 0;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
if (!(this.go_out_grouping(g_vowel))) {
break lab1;
}
this.cursor += 1;
this.I_measure += 1;
continue;
}
this.cursor = v_2;
break;
}
}
this.cursor = v_1;
if (this.I_measure <= 2) {
return false;
}
this.I_prefix = 0;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_3 = (this.limit - this.cursor);
this.r_remove_particle();
this.cursor = (this.limit - v_3);
if (this.I_measure <= 2) {
return false;
}
v_4 = (this.limit - this.cursor);
this.r_remove_possessive_pronoun();
this.cursor = (this.limit - v_4);
this.cursor = this.limit_backward;
if (this.I_measure <= 2) {
return false;
}
while (true) {
v_5 = this.cursor;
lab0: {
v_6 = this.cursor;
if (!(this.r_remove_first_order_prefix())) {
break lab0;
}
v_7 = this.cursor;
lab1: {
v_8 = this.cursor;
if (this.I_measure <= 2) {
break lab1;
}
this.limit_backward = this.cursor;
this.cursor = this.limit;
if (!(this.r_remove_suffix())) {
break lab1;
}
this.cursor = this.limit_backward;
this.cursor = v_8;
if (this.I_measure <= 2) {
break lab1;
}
if (!(this.r_remove_second_order_prefix())) {
break lab1;
}
}
this.cursor = v_7;
this.cursor = v_6;
break;
}
this.cursor = v_5;
v_9 = this.cursor;
this.r_remove_second_order_prefix();
this.cursor = v_9;
v_10 = this.cursor;
lab0: {
if (this.I_measure <= 2) {
break lab0;
}
this.limit_backward = this.cursor;
this.cursor = this.limit;
if (!(this.r_remove_suffix())) {
break lab0;
}
this.cursor = this.limit_backward;
}
this.cursor = v_10;
break;
}
return true;
}
}
export const FINGERPRINT = "46b37e06";

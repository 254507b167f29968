// From estonian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_V1 = "aeiouäõöü";
const g_RV = "'aeiou";
const g_KI = "bdfghkpstzšž";
const g_GI = "aceijlmnoqruvwxäõöü";
const a_0 = among(["gi",1,"ki",2]);
const a_1 = among(["da",3,"mata",1,"b",3,"ksid",1,"nuksid",1,"me",3,"sime",1,"ksime",1,"nuksime",1,"akse",2,"dakse",1,"takse",1,"site",1,"ksite",1,"nuksite",1,"n",3,"sin",1,"ksin",1,"nuksin",1,"daks",1,"taks",1]);
const a_2 = among(["aa",-1,"ee",-1,"ii",-1,"oo",-1,"uu",-1,"ää",-1,"õõ",-1,"öö",-1,"üü",-1]);
const a_3 = among(["lane",1,"line",3,"mine",2,"lasse",1,"lisse",3,"misse",2,"lasi",1,"lisi",3,"misi",2,"last",1,"list",3,"mist",2]);
const as_3 = ["lase", "mise", "lise"];
const a_4 = among(["ga",1,"ta",1,"le",1,"sse",1,"l",1,"s",1,"ks",1,"t",2,"lt",1,"st",1]);
const a_5 = among(["",2,"las",1,"lis",1,"mis",1,"t",-1]);
const as_5 = ["e", ""];
const a_6 = among(["d",4,"sid",2,"de",4,"ikkude",1,"ike",1,"ikke",1,"te",3]);
const a_7 = among(["va",-1,"du",-1,"nu",-1,"tu",-1]);
const a_8 = among(["kk",1,"pp",2,"tt",3]);
const as_8 = ["k", "p", "t"];
const a_9 = among(["ma",2,"mai",1,"m",1]);
const a_10 = among(["joob",1,"jood",1,"joodakse",1,"jooma",1,"joomata",1,"joome",1,"joon",1,"joote",1,"joovad",1,"juua",1,"juuakse",1,"jäi",12,"jäid",12,"jäime",12,"jäin",12,"jäite",12,"jääb",12,"jääd",12,"jääda",12,"jäädakse",12,"jäädi",12,"jääks",12,"jääksid",12,"jääksime",12,"jääksin",12,"jääksite",12,"jääma",12,"jäämata",12,"jääme",12,"jään",12,"jääte",12,"jäävad",12,"jõi",1,"jõid",1,"jõime",1,"jõin",1,"jõite",1,"keeb",4,"keed",4,"keedakse",4,"keeks",4,"keeksid",4,"keeksime",4,"keeksin",4,"keeksite",4,"keema",4,"keemata",4,"keeme",4,"keen",4,"kees",4,"keeta",4,"keete",4,"keevad",4,"käia",8,"käiakse",8,"käib",8,"käid",8,"käidi",8,"käiks",8,"käiksid",8,"käiksime",8,"käiksin",8,"käiksite",8,"käima",8,"käimata",8,"käime",8,"käin",8,"käis",8,"käite",8,"käivad",8,"laob",16,"laod",16,"laoks",16,"laoksid",16,"laoksime",16,"laoksin",16,"laoksite",16,"laome",16,"laon",16,"laote",16,"laovad",16,"loeb",14,"loed",14,"loeks",14,"loeksid",14,"loeksime",14,"loeksin",14,"loeksite",14,"loeme",14,"loen",14,"loete",14,"loevad",14,"loob",7,"lood",7,"loodi",7,"looks",7,"looksid",7,"looksime",7,"looksin",7,"looksite",7,"looma",7,"loomata",7,"loome",7,"loon",7,"loote",7,"loovad",7,"luua",7,"luuakse",7,"lõi",6,"lõid",6,"lõime",6,"lõin",6,"lõite",6,"lööb",5,"lööd",5,"löödakse",5,"löödi",5,"lööks",5,"lööksid",5,"lööksime",5,"lööksin",5,"lööksite",5,"lööma",5,"löömata",5,"lööme",5,"löön",5,"lööte",5,"löövad",5,"lüüa",5,"lüüakse",5,"müüa",13,"müüakse",13,"müüb",13,"müüd",13,"müüdi",13,"müüks",13,"müüksid",13,"müüksime",13,"müüksin",13,"müüksite",13,"müüma",13,"müümata",13,"müüme",13,"müün",13,"müüs",13,"müüte",13,"müüvad",13,"näeb",18,"näed",18,"näeks",18,"näeksid",18,"näeksime",18,"näeksin",18,"näeksite",18,"näeme",18,"näen",18,"näete",18,"näevad",18,"nägema",18,"nägemata",18,"näha",18,"nähakse",18,"nähti",18,"põeb",15,"põed",15,"põeks",15,"põeksid",15,"põeksime",15,"põeksin",15,"põeksite",15,"põeme",15,"põen",15,"põete",15,"põevad",15,"saab",2,"saad",2,"saada",2,"saadakse",2,"saadi",2,"saaks",2,"saaksid",2,"saaksime",2,"saaksin",2,"saaksite",2,"saama",2,"saamata",2,"saame",2,"saan",2,"saate",2,"saavad",2,"sai",2,"said",2,"saime",2,"sain",2,"saite",2,"sõi",9,"sõid",9,"sõime",9,"sõin",9,"sõite",9,"sööb",9,"sööd",9,"söödakse",9,"söödi",9,"sööks",9,"sööksid",9,"sööksime",9,"sööksin",9,"sööksite",9,"sööma",9,"söömata",9,"sööme",9,"söön",9,"sööte",9,"söövad",9,"süüa",9,"süüakse",9,"teeb",17,"teed",17,"teeks",17,"teeksid",17,"teeksime",17,"teeksin",17,"teeksite",17,"teeme",17,"teen",17,"teete",17,"teevad",17,"tegema",17,"tegemata",17,"teha",17,"tehakse",17,"tehti",17,"toob",10,"tood",10,"toodi",10,"tooks",10,"tooksid",10,"tooksime",10,"tooksin",10,"tooksite",10,"tooma",10,"toomata",10,"toome",10,"toon",10,"toote",10,"toovad",10,"tuua",10,"tuuakse",10,"tõi",10,"tõid",10,"tõime",10,"tõin",10,"tõite",10,"viia",3,"viiakse",3,"viib",3,"viid",3,"viidi",3,"viiks",3,"viiksid",3,"viiksime",3,"viiksin",3,"viiksite",3,"viima",3,"viimata",3,"viime",3,"viin",3,"viisime",3,"viisin",3,"viisite",3,"viite",3,"viivad",3,"võib",11,"võid",11,"võida",11,"võidakse",11,"võidi",11,"võiks",11,"võiksid",11,"võiksime",11,"võiksin",11,"võiksite",11,"võima",11,"võimata",11,"võime",11,"võin",11,"võis",11,"võite",11,"võivad",11]);
const as_10 = ["joo", "saa", "viima", "keesi", "löö", "lõi", "loo", "käisi", "söö", "too", "võisi", "jääma", "müüsi", "luge", "põde", "ladu", "tegi", "nägi"];
export default class extends Stemmer {
I_p1 = 0;
r_mark_regions() {
let v_1;
this.I_p1 = this.limit;
while (true) {
v_1 = this.cursor;
lab0: {
if ((this.cursor + 2) > this.limit) {
break lab0;
}
this.cursor += 2;
while (true) {
lab1: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "'")) {
break lab1;
}
this.cursor += 1;
break;
}
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
break;
}
this.cursor = v_1;
if (!(this.go_out_grouping(g_V1))) {
return false;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_V1))) {
return false;
}
this.cursor += 1;
break;
}
this.I_p1 = this.cursor;
return true;
}
r_emphasis() {
let among_var, v_2, v_3, v_4, v_5;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
v_3 = (this.limit - this.cursor);
if ((this.cursor - 4) < this.limit_backward) {
return false;
}
this.cursor -= 4;
this.cursor = (this.limit - v_3);
if (among_var === 1) {
v_4 = (this.limit - this.cursor);
if (!(this.in_grouping_b(g_GI))) {
return false;
}
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
lab0: {
if (!(this.r_LONGV())) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_5);
this.slice_del();
} else {
if (!(this.in_grouping_b(g_KI))) {
return false;
}
this.slice_del();
}
return true;
}
r_verb() {
let among_var, v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
this.slice_del();
} else {
if (among_var === 2) {
this.slice_from("a");
} else {
if (!(this.in_grouping_b(g_V1))) {
return false;
}
this.slice_del();
}
}
return true;
}
r_LONGV() {
return this.find_among_b(a_2) !== 0;
}
r_i_plural() {
let v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
this.limit_backward = v_2;
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.limit_backward = v_2;
if (!(this.in_grouping_b(g_RV))) {
return false;
}
this.slice_del();
return true;
}
r_special_noun_endings() {
let among_var, v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
this.slice_from(as_3[(among_var - 1)]);
return true;
}
r_case_ending() {
let among_var, v_2, v_3;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
while (true) {
lab0: {
if (!(this.in_grouping_b(g_RV))) {
break lab0;
}
break;
}
if (!(this.r_LONGV())) {
return false;
}
break;
}
} else {
v_3 = (this.limit - this.cursor);
if ((this.cursor - 4) < this.limit_backward) {
return false;
}
this.cursor -= 4;
this.cursor = (this.limit - v_3);
}
this.slice_del();
return true;
}
r_plural_three_first_cases() {
let among_var, v_2, v_3, v_4, v_5;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_6);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
this.slice_from("iku");
} else {
if (among_var === 2) {
v_3 = (this.limit - this.cursor);
lab0: {
if (!(this.r_LONGV())) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_3);
this.slice_del();
} else {
if (among_var === 3) {
while (true) {
v_4 = (this.limit - this.cursor);
lab0: {
v_5 = (this.limit - this.cursor);
if ((this.cursor - 4) < this.limit_backward) {
break lab0;
}
this.cursor -= 4;
this.cursor = (this.limit - v_5);
among_var = this.find_among_b(a_5);
if (among_var > 0) {
this.slice_from(as_5[(among_var - 1)]);
}
break;
}
this.cursor = (this.limit - v_4);
this.slice_from("t");
break;
}
} else {
while (true) {
lab0: {
if (!(this.in_grouping_b(g_RV))) {
break lab0;
}
break;
}
if (!(this.r_LONGV())) {
return false;
}
break;
}
this.slice_del();
}
}
}
return true;
}
r_nu() {
let v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if (this.find_among_b(a_7) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
this.slice_del();
return true;
}
r_undouble_kpt() {
let among_var;
if (!(this.in_grouping_b(g_V1))) {
return false;
}
if (this.I_p1 > this.cursor) {
return false;
}
this.ket = this.cursor;
among_var = this.find_among_b(a_8);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
this.slice_from(as_8[(among_var - 1)]);
return true;
}
r_degrees() {
let among_var, v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_9);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
if (!(this.in_grouping_b(g_RV))) {
return false;
}
this.slice_del();
} else {
this.slice_del();
}
return true;
}
r_substantive() {
let v_1, v_2, v_3, v_4, v_5, v_6;
v_1 = (this.limit - this.cursor);
this.r_special_noun_endings();
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
this.r_case_ending();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_plural_three_first_cases();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_degrees();
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
this.r_i_plural();
this.cursor = (this.limit - v_5);
v_6 = (this.limit - this.cursor);
this.r_nu();
this.cursor = (this.limit - v_6);
return true;
}
r_verb_exceptions() {
let among_var;
this.bra = this.cursor;
among_var = this.find_among(a_10);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
if (this.cursor < this.limit) {
return false;
}
this.slice_from(as_10[(among_var - 1)]);
return true;
}
_stem() {
let v_1, v_2, v_3, v_4, v_5, v_6;
v_1 = this.cursor;
lab0: {
if (!(this.r_verb_exceptions())) {
break lab0;
}
return false;
}
this.cursor = v_1;
v_2 = this.cursor;
this.r_mark_regions();
this.cursor = v_2;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_3 = (this.limit - this.cursor);
this.r_emphasis();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
lab0: {
while (true) {
v_5 = (this.limit - this.cursor);
lab1: {
if (!(this.r_verb())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_5);
this.r_substantive();
break;
}
}
this.cursor = (this.limit - v_4);
v_6 = (this.limit - this.cursor);
this.r_undouble_kpt();
this.cursor = (this.limit - v_6);
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "5f2bc816";

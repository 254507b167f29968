/**
 * Stop words of languages beside English (docs/ranking-words.md; a test holds both equal), loaded when such a language is met.
 * @module
 */

/** Stop words by the algorithm of a segment's analyzer. */
export const STOP_WORDS = {
  french:
    "à afin ai alors ainsi après au aucun aussi autre aux avant avec avoir ça ce ceci cela celle celui ces cet cette ceux chaque ci comme comment dans de des donc du elle elles en encore entre est et été être eux fait il ils je la le les leur leurs lors lorsque lui ma mais me même mes moi mon ne ni nos notre nous on ont ou où par parce pas pendant peut plus pour pourquoi pouvez puis quand que quel quelle quelles quels qui quoi sa sans se selon ses si son sont sous sur ta te tous tout toute toutes très tu un une vers vos votre vous y",
  german:
    "aber alle allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da dabei damit dann das dass daß dein dem den denn der des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwa für gegen hat haben hatte hier ich ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes kann kein keine können man mehr mein mich mir mit muss müssen nach nicht noch nun nur ob oder ohne sehr sein seine seiner sich sie sind so soll sollte über um und uns unser unter vom von vor wann warum was weil welche welchem welchen welcher welches wenn wer werden wie wieso wir wird wo wurde zu zum zur zwischen",
  spanish:
    "a al algo algún alguna algunos ante antes así aunque bajo cada como cómo con contra cual cuál cuales cuando cuándo de del desde donde dónde durante e el él ella ellas ellos en entre era es esa ese eso esta está están este esto estos fue ha hace hasta hay la las le les lo los más me mi mientras muy ni no nos o otra otro para pero por porque puede puedo que qué quien quién se según ser si sí sin sobre son su sus también tan te tiene todo todos tu un una uno unos usted y ya yo",
  italian:
    "a ad agli ai al alla alle allo anche ancora che chi ci come con contro così cui da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove e è ed era essere fare fra gli ha hanno i il in io la le lo loro ma mi mia mio ne nei nel nell nella nelle no noi non o ogni per perché più può qual quale quali quando quello questa questi questo se sei senza si sia solo sono sopra su sua sugli sui sul sulla suo tra tu tutti un una uno vi voi",
  portuguese:
    "a à ao aos as às até com como cada da das de dela dele deles depois do dos e é ela elas ele eles em entre era essa esse esta está este eu foi há isso isto já lhe mais mas me mesmo meu muito na não nas nem no nos nós o onde os ou para pela pelas pelo pelos pode por porque porquê posso qual quais quando que quê quem se sem ser seu seus só sobre são sua suas também te tem todo todos tu um uma você",
  dutch:
    "aan al alle als andere ben bij daar dan dat de deze die dit doen door dus een en er geen had heb hebben heeft het hier hij hoe hun ik in is ja je kan kunnen maar meer men met mijn moet na naar niet nog nu of om omdat onder ons ook op over te tegen tot u uit uw van veel voor waar waarom wanneer was wat we wel welke werd wie wij worden wordt zal ze zich zij zijn zo zonder zou",
  russian:
    "а без более больше будет бы был была были было быть в вам вас вы где да для до его ее её если есть еще ещё же за здесь и из или им их к как какая какие какой ко когда кого кто ли между меня мне может можно мой мы на над не него нее ней нет ни них но ну о об он она они оно от перед по под после почему при про с себя со так также такой там то того тоже только том ты у уже чего чем что чтобы эта эти это этого этот я",
};

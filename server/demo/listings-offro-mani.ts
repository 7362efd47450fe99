import type { ListingDraft } from '#server/demo/types.ts'

/** Things made or mended by hand. */
export const offroMani: readonly ListingDraft[] = [
  {
    seller: 'officina',
    name: 'Messa a punto della bicicletta prima della bella stagione',
    description:
      'Pulizia, freni, cambio, pressione delle gomme, controllo dei raggi. Ci metto un paio d’ore e di solito la riprendi il giorno dopo. I pezzi da sostituire si pagano a parte, al prezzo che li pago io.',
    category: 'Riparazioni',
    brand: 'BICICLETTA,MANUTENZIONE',
    priceVal: 14,
    priceEuro: 4,
    isService: true,
    daysAgo: 7,
    pictures: [
      { motif: 'toolbox', scene: 'table', mood: 'morning', colour: 'dusk' },
      { motif: 'bicycle', scene: 'alps', mood: 'sunset', colour: 'dusk' },
    ],
    reviews: [
      { by: 'ulisse', rating: 5, comment: 'Sembra un’altra bici. Prezzo detto prima e rispettato.' },
      { by: 'furgone', rating: 4, comment: 'Lavoro fatto bene, due giorni invece di uno.' },
      { by: 'musica', rating: 5, comment: 'Finalmente i freni frenano!' },
    ],
  },
  {
    seller: 'bottega',
    name: 'Sedia impagliata a mano, faggio e paglia di palude',
    description:
      'Una di quattro, vendibili anche separatamente. La struttura è stata incollata di nuovo e trattata con olio e cera; l’impagliatura è nuova. Regge il peso di una persona robusta senza cigolare.',
    category: 'Artigianato',
    brand: 'SEDIA,LEGNO,IMPAGLIATURA',
    priceVal: 25,
    priceEuro: 20,
    countInStock: 4,
    daysAgo: 10,
    pictures: [
      { motif: 'chair', scene: 'courtyard', mood: 'noon', colour: 'terracotta' },
      { motif: 'chair', scene: 'portico', mood: 'morning', colour: 'wine' },
    ],
    reviews: [{ by: 'terra', rating: 5, comment: 'Ne ho prese due, sono perfette intorno al tavolo del laboratorio.' }],
  },
  {
    seller: 'bottega',
    name: 'Trenino di legno per bambini, cera d’api e niente vernici',
    description:
      'Locomotiva e due vagoni in noce e faggio, con le ruote che girano davvero. Spigoli arrotondati a mano. Adatto dai tre anni in su, perché alcuni pezzi sono piccoli. Ne faccio pochi: se è esaurito, te lo metto in lista.',
    category: 'Bambini',
    brand: 'GIOCATTOLI,LEGNO,TRENINO',
    priceVal: 18,
    priceEuro: 10,
    countInStock: 2,
    delivery: 'posta',
    daysAgo: 12,
    pictures: [
      { motif: 'toy', scene: 'table', mood: 'evening', colour: 'terracotta' },
      { motif: 'toy', beside: 'teddy', scene: 'shelf', mood: 'morning' },
    ],
    reviews: [
      { by: 'sartoria', rating: 5, comment: 'Robusto e bello. Mio nipote ci dorme insieme.' },
      { by: 'segreteria', rating: 5, comment: 'Preso come premio della lotteria: se lo contendevano gli adulti.' },
    ],
  },
  {
    seller: 'sartoria',
    name: 'Maglione di lana lavorato ai ferri, taglia M',
    description:
      'Lana grossa piemontese, disegno a rombi sul petto. È caldo senza essere pesante. Si lava a mano in acqua fredda e si asciuga in piano. Posso farne uno uguale in un’altra taglia, servono circa tre settimane.',
    category: 'Abbigliamento',
    brand: 'MAGLIONE,LANA,FATTO A MANO',
    priceVal: 35,
    priceEuro: 30,
    delivery: 'posta',
    daysAgo: 4,
    pictures: [
      { motif: 'sweater', mood: 'noon', colour: 'terracotta' },
      { motif: 'yarn', scene: 'table', mood: 'grove' },
    ],
    reviews: [
      { by: 'apiario', rating: 5, comment: 'L’ho usato tutto l’inverno tra le arnie: caldissimo.' },
      { by: 'officina', rating: 4, comment: 'Bellissimo, maniche un filo lunghe ma me le ha sistemate.' },
    ],
  },
  {
    seller: 'sartoria',
    name: 'Orli, cerniere e piccole riparazioni di sartoria',
    description:
      'Orlo dei pantaloni, cerniera nuova, gomiti rinforzati, bottoni. Di solito consegno in una settimana. Il prezzo indicato è per un orlo; per il resto guardiamo insieme il capo e ti dico.',
    category: 'Riparazioni',
    brand: 'SARTORIA,ORLI,CERNIERE',
    priceVal: 6,
    priceEuro: 2,
    isService: true,
    daysAgo: 15,
    pictures: [
      { motif: 'scissors', scene: 'table', mood: 'noon', colour: 'wine' },
      { motif: 'sewing', scene: 'window', mood: 'morning', colour: 'dusk' },
    ],
    reviews: [
      { by: 'musica', rating: 5, comment: 'Ha salvato il mio cappotto preferito.' },
      { by: 'sportello', rating: 5, comment: 'Precisa e puntuale, tre paia di pantaloni in quattro giorni.' },
      { by: 'ulisse', rating: 4, comment: 'Bel lavoro. Chiamate prima di passare, non c’è sempre.' },
    ],
  },
  {
    seller: 'terra',
    name: 'Tazze da colazione in ceramica, smalto blu polvere',
    description:
      'Fatte al tornio, una diversa dall’altra, da circa 300 ml. Vanno in lavastoviglie e nel microonde. Il colore vira un poco secondo il punto del forno in cui cuociono. Prezzo per una tazza.',
    category: 'Artigianato',
    brand: 'CERAMICA,TAZZE',
    priceVal: 9,
    priceEuro: 6,
    countInStock: 11,
    delivery: 'corriere',
    daysAgo: 16,
    pictures: [
      { motif: 'cup', scene: 'window', mood: 'morning', colour: 'dusk' },
      { motif: 'cup', beside: 'moka', scene: 'table', mood: 'plaster' },
    ],
    reviews: [
      { by: 'libreria', rating: 5, comment: 'Tengono bene il caldo e stanno comode in mano.' },
      { by: 'forno', rating: 5, comment: 'Ne ho prese quattro per il banco del mercato.' },
    ],
  },
  {
    seller: 'terra',
    name: 'Vaso alto e vasetto in ceramica smaltata, la coppia',
    description:
      'Due pezzi unici, con le stesse righe chiare; il più alto misura 38 centimetri. Tengono l’acqua, quindi vanno bene anche per i fiori freschi. Insieme pesano quasi quattro chili: per la spedizione li imballo in una cassetta.',
    category: 'Casa e giardino',
    brand: 'CERAMICA,VASO',
    priceVal: 28,
    priceEuro: 24,
    delivery: 'corriere',
    daysAgo: 27,
    pictures: [{ motif: 'vases', scene: 'shelf', mood: 'noon', colour: 'terracotta' }],
  },
  {
    seller: 'bottega',
    name: 'Restauro completo di una credenza antica, su preventivo',
    description:
      'Smontaggio, trattamento contro i tarli, incollaggi, finitura a gommalacca. Vengo a vedere il mobile e preparo un preventivo scritto. La cifra indicata è quella di una credenza di misura comune; si può pagare in tre volte.',
    category: 'Riparazioni',
    brand: 'RESTAURO,MOBILI,LEGNO',
    priceVal: 180,
    priceEuro: 220,
    isService: true,
    daysAgo: 38,
    pictures: [{ motif: 'toolbox', scene: 'poster', mood: 'autumn', colour: 'forest' }],
  },
  {
    seller: 'bottega',
    name: 'Cesto di castagno intrecciato, per legna o funghi',
    description:
      'Intrecciato con le strisce di castagno giovane, come facevano in valle. Manico robusto, fondo doppio. Più lo usi e più diventa bello.',
    category: 'Artigianato',
    brand: 'CESTO,CASTAGNO,INTRECCIO',
    priceVal: 16,
    priceEuro: 12,
    countInStock: 3,
    daysAgo: 24,
    pictures: [{ motif: 'wicker', scene: 'table', mood: 'grove' }],
    reviews: [{ by: 'orto', rating: 5, comment: 'Lo uso tutti i giorni per la raccolta, è indistruttibile.' }],
  },
]

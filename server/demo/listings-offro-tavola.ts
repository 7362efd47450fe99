import type { ListingDraft } from '#server/demo/types.ts'

/** Things to eat and lessons to take. */
export const offroTavola: readonly ListingDraft[] = [
  {
    seller: 'forno',
    name: 'Pane di grano antico a lievito madre, pagnotta da un chilo',
    description:
      'Farina macinata a pietra, acqua, sale e lievito madre: nient’altro. Cuocio il martedì e il venerdì nel forno a legna, si ritira dalle 17 in poi. Si conserva quattro o cinque giorni in un sacchetto di tela. Prenota entro la sera prima, così impasto la quantità giusta.',
    category: 'Alimentari',
    brand: 'PANE,LIEVITO MADRE,FORNO A LEGNA',
    priceVal: 3,
    priceEuro: 2.5,
    countInStock: 18,
    delivery: 'personalmente',
    daysAgo: 1,
    pictures: [
      { motif: 'bread', scene: 'table', mood: 'morning' },
      { motif: 'bread', beside: 'jam', scene: 'window', mood: 'noon' },
      { motif: 'bread', scene: 'stall', mood: 'grove' },
    ],
    reviews: [
      {
        by: 'nonna',
        rating: 5,
        comment: 'Ha il profumo del pane che faceva mia zia. Al quarto giorno era ancora morbido.',
      },
      { by: 'ulisse', rating: 5, comment: 'Crosta croccante e mollica fitta. Lo prendo tutte le settimane.' },
      {
        by: 'terra',
        rating: 4,
        comment: 'Molto buono, un po’ cotto sotto l’ultima volta. Rosa comunque è gentilissima.',
      },
    ],
  },
  {
    seller: 'apiario',
    name: 'Miele di castagno dell’ultimo raccolto, vasetto da 500 grammi',
    description:
      'Raccolto a luglio nei castagneti sopra il paese. È scuro, poco dolce, con una punta amara che sta bene con i formaggi. Non è scaldato né filtrato: se cristallizza è normale. Il vasetto vuoto lo riprendo.',
    category: 'Alimentari',
    brand: 'MIELE,CASTAGNO,API',
    priceVal: 4,
    priceEuro: 4,
    countInStock: 36,
    daysAgo: 3,
    pictures: [
      { motif: 'honey', scene: 'shelf', mood: 'grove', colour: 'terracotta' },
      { motif: 'hive', scene: 'hills', mood: 'noon' },
    ],
    reviews: [
      { by: 'prato', rating: 5, comment: 'Si sente che è di castagno davvero. Ottimo sulla toma.' },
      { by: 'furgone', rating: 4, comment: 'Buono e onesto nel prezzo. Per i miei figli è un po’ amaro.' },
      { by: 'forno', rating: 5, comment: 'Lo uso nell’impasto del pane dolce, viene benissimo.' },
    ],
  },
  {
    seller: 'orto',
    name: 'Cassetta di verdure di stagione, circa 6 chili',
    description:
      'Ogni settimana quello che l’orto dà: in questi giorni cavoli, carote, porri, zucca e un mazzo di erbe. Raccolgo il giovedì mattina e consegno nel pomeriggio a Chieri e Pino Torinese. Se c’è una verdura che non mangi, dimmelo e la cambio.',
    category: 'Alimentari',
    brand: 'VERDURA,ORTO,STAGIONE',
    priceVal: 7,
    priceEuro: 8,
    countInStock: 12,
    delivery: 'personalmente',
    daysAgo: 2,
    pictures: [
      { motif: 'crate', scene: 'stall', mood: 'morning' },
      { motif: 'crate', beside: 'pumpkin', scene: 'table', mood: 'noon' },
      { motif: 'pumpkin', scene: 'shelf', mood: 'sunset' },
    ],
    reviews: [
      { by: 'musica', rating: 5, comment: 'Carote con ancora la terra attaccata: si vede che sono appena raccolte.' },
      { by: 'ulisse', rating: 4, comment: 'Abbondante. Avrei preferito meno cavolo, ma è la stagione.' },
    ],
  },
  {
    seller: 'orto',
    name: 'Uova fresche di galline che vivono all’aperto, mezza dozzina',
    description:
      'Sei galline, quindi poche uova: le segno in ordine di richiesta. Mangiano granaglie e quello che trovano nel frutteto. Porta la tua confezione, se puoi.',
    category: 'Alimentari',
    brand: 'UOVA,GALLINE',
    priceVal: 1.5,
    priceEuro: 1,
    countInStock: 0,
    delivery: 'personalmente',
    daysAgo: 5,
    pictures: [{ motif: 'eggs', scene: 'table', mood: 'sunset', colour: 'dusk' }],
    reviews: [{ by: 'forno', rating: 5, comment: 'Tuorlo arancione vero. Peccato che finiscano subito!' }],
  },
  {
    seller: 'nonna',
    name: 'Confetture della cantina: prugne, albicocche, fichi',
    description:
      'Tre vasetti assortiti, fatti l’estate scorsa con la frutta del cortile. Poco zucchero e cottura lunga, come si usava. Dopo l’apertura vanno tenuti in frigorifero. Spedisco solo se ne prendi almeno due gruppi.',
    category: 'Alimentari',
    brand: 'CONFETTURA,FRUTTA,CONSERVE',
    priceVal: 6,
    priceEuro: 3,
    countInStock: 9,
    delivery: 'posta',
    daysAgo: 8,
    pictures: [
      { motif: 'jam', scene: 'shelf', mood: 'noon' },
      { motif: 'jam', beside: 'bread', scene: 'table', mood: 'autumn' },
    ],
    reviews: [
      { by: 'sartoria', rating: 5, comment: 'Quella di fichi è finita in due giorni.' },
      { by: 'apiario', rating: 5, comment: 'Dolce il giusto. Vasetti impacchettati benissimo.' },
      { by: 'libreria', rating: 4, comment: 'Buone tutte e tre, le prugne sopra le altre.' },
    ],
  },
  {
    seller: 'orto',
    name: 'Mele renette e golden del vecchio frutteto, cesta da 5 chili',
    description:
      'Alberi di quarant’anni, mai trattati: qualche mela ha la macchiolina, il sapore c’è tutto. Le renette sono da torta, le golden da mordere. Si tengono in un posto fresco fino a febbraio.',
    category: 'Alimentari',
    brand: 'MELE,FRUTTA,FRUTTETO',
    priceVal: 5,
    priceEuro: 3,
    countInStock: 15,
    daysAgo: 11,
    pictures: [
      { motif: 'apples', scene: 'window', mood: 'autumn', colour: 'terracotta' },
      { motif: 'tree', scene: 'hills', mood: 'morning' },
    ],
    reviews: [
      { by: 'nonna', rating: 5, comment: 'Renette come non se ne trovano più al supermercato.' },
      { by: 'sportello', rating: 4, comment: 'Qualcuna da consumare in fretta, ma il prezzo è giusto.' },
    ],
  },
  {
    seller: 'apiario',
    name: 'Nocciole tostate in casa, sacchetto da 400 grammi',
    description:
      'Nocciole tonde dei nostri filari, sgusciate e tostate piano. Le preparo il lunedì, in piccole quantità. Ottime per i dolci o da sgranocchiare la sera.',
    category: 'Alimentari',
    brand: 'NOCCIOLE,FRUTTA SECCA',
    priceVal: 4.5,
    priceEuro: 3.5,
    countInStock: 20,
    delivery: 'posta',
    daysAgo: 14,
    pictures: [{ motif: 'nuts', scene: 'table', mood: 'plaster', colour: 'dusk' }],
    reviews: [{ by: 'forno', rating: 5, comment: 'Tostatura perfetta, le ho messe nei biscotti.' }],
  },
  {
    seller: 'furgone',
    name: 'Toma d’alpeggio, mezza forma da circa un chilo e mezzo',
    description:
      'La prendo direttamente in malga quando salgo con il furgone, stagionata tre mesi. Pasta morbida, crosta da togliere. La consegno lungo la strada tra Cuneo e Torino, tenuta al fresco.',
    category: 'Alimentari',
    brand: 'TOMA,FORMAGGIO,MONTAGNA',
    priceVal: 10,
    priceEuro: 14,
    countInStock: 4,
    delivery: 'personalmente',
    daysAgo: 6,
    pictures: [
      { motif: 'cheese', scene: 'table', mood: 'evening' },
      { motif: 'cheese', beside: 'wine', scene: 'shelf', mood: 'morning' },
    ],
    reviews: [
      { by: 'apiario', rating: 5, comment: 'Con il miele di castagno è la cena perfetta.' },
      { by: 'musica', rating: 4, comment: 'Saporita. La mezza forma è tanta per una persona sola: dividetela.' },
      {
        by: 'ulisse',
        rating: 2,
        comment: 'Buona, ma è arrivata calda: con quel sole non andava lasciata nel furgone. Luca si è scusato.',
      },
    ],
  },
  {
    seller: 'nonna',
    name: 'Torta con panna e ciliegie su ordinazione, per otto persone',
    description:
      'Pan di Spagna, panna fresca e le ciliegie che ho messo sotto sciroppo a giugno. Servono due giorni di anticipo. Dimmi se ci sono allergie: uova e latte non li posso togliere, il liquore sì.',
    category: 'Alimentari',
    brand: 'TORTA,CILIEGIE,DOLCI',
    priceVal: 8,
    priceEuro: 6,
    countInStock: 3,
    delivery: 'personalmente',
    daysAgo: 17,
    pictures: [
      { motif: 'cake', scene: 'stall', mood: 'noon', colour: 'wine' },
      { motif: 'cake', beside: 'cup', scene: 'table', mood: 'grove' },
    ],
    reviews: [
      { by: 'segreteria', rating: 5, comment: 'L’abbiamo presa per la festa dei soci: sparita in dieci minuti.' },
      { by: 'bottega', rating: 5, comment: 'Come quella della mia infanzia.' },
    ],
  },
  {
    seller: 'sportello',
    name: 'Vino rosso della vigna di famiglia, sei bottiglie',
    description:
      'Barbera di casa, in regola con l’etichetta e imbottigliata in primavera. Se ti piace il vino schietto, questo lo è. Preferisco consegnare a mano perché le spedizioni rompono le bottiglie.',
    category: 'Alimentari',
    brand: 'VINO,BARBERA',
    priceVal: 15,
    priceEuro: 21,
    countInStock: 5,
    delivery: 'personalmente',
    daysAgo: 23,
    pictures: [{ motif: 'wine', scene: 'poster', mood: 'sunset', colour: 'forest' }],
    reviews: [
      { by: 'furgone', rating: 2, comment: 'Delle sei bottiglie due erano frizzanti. Le altre, niente da dire.' },
    ],
  },
  {
    seller: 'musica',
    name: 'Lezioni di chitarra per chi comincia, un’ora',
    description:
      'Accordi, ritmo e tre canzoni suonabili dopo il primo mese: questo è l’obiettivo. Lezioni individuali, il lunedì e il giovedì dalle 17 alle 20, a casa mia in centro. Se non hai ancora lo strumento te ne presto uno per le prime settimane.',
    category: 'Lezioni e corsi',
    brand: 'CHITARRA,MUSICA,LEZIONI',
    priceVal: 12,
    priceEuro: 3,
    isService: true,
    daysAgo: 4,
    pictures: [
      { motif: 'guitar', scene: 'poster', mood: 'noon', colour: 'terracotta' },
      { motif: 'guitar', scene: 'shelf', mood: 'evening' },
    ],
    reviews: [
      {
        by: 'ulisse',
        rating: 5,
        comment: 'Elsa ha una pazienza infinita. Dopo quattro lezioni suono davvero qualcosa.',
      },
      { by: 'sartoria', rating: 5, comment: 'Mia figlia non vede l’ora che arrivi il giovedì.' },
      { by: 'bottega', rating: 4, comment: 'Ottima insegnante, trovare parcheggio è un’altra storia.' },
    ],
  },
  {
    seller: 'nonna',
    name: 'Imparare a tirare la sfoglia: un pomeriggio in cucina',
    description:
      'Tre ore, al massimo quattro persone: si impasta, si tira con il mattarello e si chiudono gli agnolotti. Alla fine si mangia quello che si è fatto. Porta un grembiule e un contenitore per gli avanzi.',
    category: 'Lezioni e corsi',
    brand: 'CUCINA,PASTA FRESCA,AGNOLOTTI',
    priceVal: 18,
    priceEuro: 5,
    isService: true,
    daysAgo: 9,
    pictures: [
      { motif: 'pot', scene: 'window', mood: 'plaster', colour: 'dusk' },
      { motif: 'eggs', scene: 'table', mood: 'noon' },
    ],
    reviews: [
      { by: 'prato', rating: 5, comment: 'Pomeriggio bellissimo, e la sera in casa hanno fatto il bis.' },
      {
        by: 'libreria',
        rating: 5,
        comment: 'Spiega i gesti, non solo le dosi. Consigliato anche a chi parte da zero.',
      },
    ],
  },
  {
    seller: 'terra',
    name: 'Prova al tornio: due ore con l’argilla',
    description:
      'Una prova per capire se ti piace, senza impegno. L’argilla è compresa; la cottura e lo smalto della tua ciotola anche. Dopo un paio di settimane passi a ritirarla. Vestiti comodi, che ci si sporca.',
    category: 'Lezioni e corsi',
    brand: 'CERAMICA,TORNIO,CORSO',
    priceVal: 15,
    priceEuro: 8,
    isService: true,
    daysAgo: 19,
    pictures: [{ motif: 'vases', scene: 'window', mood: 'sunset', colour: 'dusk' }],
    reviews: [{ by: 'nonna', rating: 5, comment: 'A settant’anni la mia prima ciotola. Storta, ma mia.' }],
  },
]

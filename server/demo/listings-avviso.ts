import type { ListingDraft } from '#server/demo/types.ts'

export const avviso: readonly ListingDraft[] = [
  {
    seller: 'segreteria',
    name: 'Mercatino dei soci sotto i portici, il primo sabato del mese',
    description:
      'Dalle 9 alle 13, sotto i portici del centro. Chi vuole un banco lo prenoti in segreteria entro il mercoledì prima: è gratuito, si porta il proprio tavolo. Si paga in VAL, in euro o a baratto.',
    category: 'Feste e incontri',
    brand: 'MERCATINO,PORTICI,SOCI',
    daysAgo: 1,
    expiresInDays: 40,
    pictures: [
      { motif: 'stall', scene: 'portico', mood: 'morning', colour: 'wine' },
      { motif: 'stall', scene: 'courtyard', mood: 'noon', colour: 'terracotta' },
    ],
    reviews: [
      { by: 'forno', rating: 5, comment: 'Finito il pane alle undici. Bella gente.' },
      { by: 'terra', rating: 4, comment: 'Ben organizzato, solo un po’ freddo all’ombra.' },
    ],
  },
  {
    seller: 'segreteria',
    name: 'Serata di benvenuto: che cos’è il VAL e come si usa',
    description:
      'Un’ora per capire come nasce il VAL, come si riceve e come si spende. Si portano domande e telefono, così apriamo insieme il profilo. Ingresso libero, anche per chi non è ancora socio.',
    category: 'Feste e incontri',
    brand: 'VAL,NUOVI SOCI,INCONTRO',
    isService: true,
    daysAgo: 3,
    expiresInDays: 18,
    pictures: [
      { motif: 'calendar', scene: 'table', mood: 'noon', colour: 'terracotta' },
      { motif: 'letter', scene: 'poster', mood: 'evening', colour: 'terracotta' },
    ],
  },
  {
    seller: 'musica',
    name: 'Ballo in cortile con musica dal vivo',
    description:
      'Correnti, mazurche e valzer, spiegati prima di ballarli. Si comincia alle 21 e si smette quando i vicini lo chiedono. Ognuno porta qualcosa da bere o da mangiare. Se piove, si rimanda alla settimana dopo.',
    category: 'Feste e incontri',
    brand: 'BALLO,MUSICA DAL VIVO,CORTILE',
    isService: true,
    daysAgo: 4,
    expiresInDays: 12,
    pictures: [
      { motif: 'accordion', scene: 'stall', mood: 'evening', colour: 'terracotta' },
      { motif: 'guitar', scene: 'poster', mood: 'grove', colour: 'ochre' },
    ],
    reviews: [{ by: 'sartoria', rating: 5, comment: 'L’ultima volta abbiamo ballato fino a mezzanotte.' }],
  },
  {
    seller: 'libreria',
    name: 'Cinema all’aperto: un documentario sulle terre alte',
    description:
      'Proiezione nel cortile dei libri, con il regista in collegamento. Sedie per quaranta persone; chi viene tardi porti un cuscino. Offerta libera, in VAL o in euro, per le spese del proiettore.',
    category: 'Feste e incontri',
    brand: 'CINEMA,CORTILE,MONTAGNA',
    isService: true,
    daysAgo: 6,
    expiresInDays: 9,
    pictures: [{ motif: 'screen', scene: 'alps', mood: 'evening', colour: 'terracotta' }],
  },
  {
    seller: 'orto',
    name: 'Raccolta delle mele aperta a tutti, domenica mattina',
    description:
      'Ci troviamo alle 9 al frutteto, con guanti e scarpe vecchie. Chi raccoglie porta a casa una cesta ogni tre. A mezzogiorno si mangia sotto gli alberi: io metto la polenta, voi il resto.',
    category: 'Feste e incontri',
    brand: 'RACCOLTA,MELE,DOMENICA',
    daysAgo: 2,
    expiresInDays: 6,
    pictures: [
      { motif: 'tree', beside: 'apples', scene: 'hills', mood: 'autumn' },
      { motif: 'apples', scene: 'table', mood: 'morning' },
    ],
    reviews: [{ by: 'furgone', rating: 5, comment: 'Schiena rotta e cesta piena: ne vale la pena.' }],
  },
  {
    seller: 'apiario',
    name: 'Porte aperte all’apiario, visita guidata con i bambini',
    description:
      'Un’ora tra le arnie con le tute, poi merenda con pane e miele. Posti limitati a dodici, meglio prenotare. Chi è allergico alle punture avvisi prima.',
    category: 'Bambini',
    brand: 'API,VISITA,BAMBINI',
    isService: true,
    daysAgo: 8,
    expiresInDays: 25,
    pictures: [
      { motif: 'hive', scene: 'hills', mood: 'grove', colour: 'rose' },
      { motif: 'honey', scene: 'stall', mood: 'sunset' },
    ],
  },
  {
    seller: 'prato',
    name: 'Ginnastica dolce sul prato, tre martedì di prova',
    description:
      'Tre serate gratuite per provare, dalle 19 alle 20. Serve solo un tappetino e vestiti comodi; i tappetini in più ci sono. Adatta a tutte le età e a tutte le schiene.',
    category: 'Salute e benessere',
    brand: 'GINNASTICA,PROVA,PRATO',
    isService: true,
    daysAgo: 5,
    expiresInDays: 21,
    pictures: [{ motif: 'mat', scene: 'hills', mood: 'noon', colour: 'wine' }],
    reviews: [
      {
        by: 'nonna',
        rating: 5,
        comment: 'Irene ti corregge con dolcezza. Il giorno dopo mi sentivo dieci anni di meno.',
      },
    ],
  },
  {
    seller: 'terra',
    name: 'Apertura del forno: si vede uscire la ceramica',
    description:
      'La domenica apriamo il forno alla presenza di chi vuole. È il momento più bello, e anche quello in cui si scopre che cosa si è rotto. I pezzi con piccoli difetti vengono scambiati a offerta.',
    category: 'Artigianato',
    brand: 'CERAMICA,FORNO,LABORATORIO',
    daysAgo: 12,
    expiresInDays: 15,
    pictures: [{ motif: 'vases', scene: 'poster', mood: 'plaster', colour: 'dusk' }],
  },
  {
    seller: 'segreteria',
    name: 'Assemblea dei soci: bilancio e nuove proposte',
    description:
      'Si approva il bilancio, si rinnova il consiglio e si discutono le proposte arrivate in questi mesi. Chi non può venire deleghi un altro socio, al massimo due deleghe a testa. Al termine, rinfresco.',
    category: 'Feste e incontri',
    brand: 'ASSEMBLEA,SOCI,BILANCIO',
    isService: true,
    daysAgo: 9,
    expiresInDays: 30,
    pictures: [
      { motif: 'tower', scene: 'hills', mood: 'sunset', colour: 'ochre' },
      { motif: 'calendar', scene: 'shelf', mood: 'evening', colour: 'terracotta' },
    ],
  },
  {
    seller: 'sportello',
    name: 'Riparatutto: pomeriggio di riparazioni gratuite',
    description:
      'Porta la radio muta, il tostapane che scalda da una parte sola, la lampada che trema. Sei volontari con saldatore e pazienza provano ad aggiustarli insieme a te. Niente televisori né forni a microonde, per sicurezza.',
    category: 'Riparazioni',
    brand: 'RIPARAZIONI,RIUSO,VOLONTARI',
    isService: true,
    daysAgo: 3,
    expiresInDays: 16,
    pictures: [
      { motif: 'radio', scene: 'table', mood: 'grove', colour: 'terracotta' },
      { motif: 'lamp', beside: 'radio', scene: 'shelf', mood: 'evening' },
    ],
    reviews: [{ by: 'ulisse', rating: 4, comment: 'La mia radio canta di nuovo. Arrivate presto, c’è coda.' }],
  },
  {
    seller: 'sartoria',
    name: 'Mostra degli abiti ricuciti, nella sala del circolo',
    description:
      'Trenta capi rifatti da vecchi vestiti, con la loro storia scritta a fianco. La mostra si è conclusa: grazie a chi è passato a trovarci.',
    category: 'Abbigliamento',
    brand: 'MOSTRA,ABITI,RIUSO',
    daysAgo: 48,
    expiresInDays: -9,
    pictures: [{ motif: 'coat', mood: 'plaster', colour: 'forest' }],
  },
]

import type { ListingDraft } from '#server/demo/types.ts'

export const dono: readonly ListingDraft[] = [
  {
    seller: 'nonna',
    name: 'Dono carrozzina completa, usata da due nipoti',
    description:
      'Le ruote girano bene, la capotta è un po’ scolorita dal sole. C’è anche il parapioggia. Basta venirla a prendere ad Alba, al primo piano.',
    category: 'Bambini',
    brand: 'CARROZZINA,NEONATI',
    delivery: 'personalmente',
    daysAgo: 1,
    pictures: [{ motif: 'stroller', scene: 'courtyard', mood: 'morning', colour: 'dusk' }],
  },
  {
    seller: 'libreria',
    name: 'Dono due scatole di libri rimasti dal mercatino',
    description:
      'Romanzi, qualche enciclopedia spaiata, libri di scuola degli anni Novanta. Si prendono tutti insieme: scegliere non si può, scoprire sì. Ritiro il mercoledì o il sabato pomeriggio.',
    category: 'Libri',
    brand: 'LIBRI,SCATOLE',
    countInStock: 2,
    delivery: 'personalmente',
    daysAgo: 3,
    pictures: [
      { motif: 'books', scene: 'stall', mood: 'morning', colour: 'terracotta' },
      { motif: 'spines', scene: 'poster', mood: 'evening' },
    ],
    reviews: [
      { by: 'segreteria', rating: 5, comment: 'Una scatola è finita nella sala d’attesa dello sportello. Grazie!' },
    ],
  },
  {
    seller: 'prato',
    name: 'Dono piantine di lavanda e salvia, in vasetto',
    description:
      'Nate da talea in primavera, hanno già buone radici. Vogliono sole e poca acqua. Riporta il vasetto quando le hai messe a dimora, così lo riuso.',
    category: 'Casa e giardino',
    brand: 'PIANTINE,LAVANDA,SALVIA',
    countInStock: 14,
    delivery: 'personalmente',
    daysAgo: 4,
    pictures: [
      { motif: 'plant', scene: 'window', mood: 'noon', colour: 'terracotta' },
      { motif: 'lavender', beside: 'plant', scene: 'table', mood: 'sunset' },
    ],
    reviews: [
      { by: 'musica', rating: 5, comment: 'Sul balcone stanno benissimo, la salvia è raddoppiata.' },
      { by: 'terra', rating: 5, comment: 'Piante sane e tanti consigli. I vasetti li ho riportati.' },
    ],
  },
  {
    seller: 'sportello',
    name: 'Dono un’ora del mio tempo per salvare le tue fotografie',
    description:
      'Hai anni di foto sul telefono e nessuna copia? In un’ora le mettiamo su un disco e ti insegno a farlo da solo. Il disco lo porti tu. Lo faccio per due persone al mese.',
    category: 'Tempo e aiuto',
    brand: 'FOTOGRAFIE,TEMPO,COMPUTER',
    isService: true,
    daysAgo: 6,
    pictures: [
      { motif: 'camera', scene: 'table', mood: 'autumn', colour: 'dusk' },
      { motif: 'clock', scene: 'poster', mood: 'noon', colour: 'terracotta' },
    ],
    reviews: [{ by: 'nonna', rating: 5, comment: 'Ho ritrovato il battesimo della prima nipote. Non ho parole.' }],
  },
  {
    seller: 'officina',
    name: 'Dono seggiolino da bicicletta per bambini',
    description:
      'Attacco posteriore, fino a 22 chili, cinture a posto. Il poggiapiedi sinistro è stato riparato ed è solido. Se vuoi te lo monto io sulla bici, ci vogliono dieci minuti.',
    category: 'Biciclette',
    brand: 'SEGGIOLINO,BAMBINI,BICICLETTA',
    daysAgo: 9,
    pictures: [],
  },
  {
    seller: 'sartoria',
    name: 'Dono vestiti da bambina, da quattro a sei anni',
    description:
      'Una borsa grande: gonne, maglie di cotone, un cappotto rosso quasi nuovo. Tutto lavato e rammendato dove serviva. Preferisco darli a chi li usa davvero, senza rivenderli.',
    category: 'Abbigliamento',
    brand: 'VESTITI,BAMBINA',
    daysAgo: 7,
    pictures: [
      { motif: 'folded', scene: 'shelf', mood: 'morning', colour: 'wine' },
      { motif: 'coat', mood: 'noon', colour: 'terracotta' },
    ],
  },
  {
    seller: 'furgone',
    name: 'Dono un viaggio al mese a chi deve svuotare una cantina',
    description:
      'Il furgone è fermo l’ultima domenica del mese: lo metto a disposizione, con me alla guida, per portare le cose all’ecocentro. Prima però guardiamo insieme se qualcosa può servire a qualcun altro.',
    category: 'Tempo e aiuto',
    brand: 'FURGONE,CANTINA,TEMPO',
    isService: true,
    daysAgo: 10,
    pictures: [{ motif: 'van', scene: 'courtyard', mood: 'evening', colour: 'terracotta' }],
    reviews: [{ by: 'bottega', rating: 5, comment: 'Ha caricato mezza cantina e salvato dal macero due sedie.' }],
  },
  {
    seller: 'orto',
    name: 'Dono compost maturo, porta tu i sacchi',
    description:
      'È scuro, profuma di bosco e ne ho più di quanto me ne serva. Con la pala ti do una mano a riempire. Va bene per l’orto e per i vasi, mescolato con terra.',
    category: 'Casa e giardino',
    brand: 'COMPOST,ORTO',
    countInStock: 30,
    delivery: 'personalmente',
    daysAgo: 13,
    pictures: [
      { motif: 'spade', scene: 'hills', mood: 'noon' },
      { motif: 'can', scene: 'window', mood: 'autumn', colour: 'dusk' },
    ],
    reviews: [{ by: 'prato', rating: 4, comment: 'Ottimo compost. Portate sacchi robusti, i miei si sono bucati.' }],
  },
  {
    seller: 'bottega',
    name: 'Dono scarti di legno per lavoretti e stufa',
    description:
      'Pezzi piccoli di faggio, abete e noce, senza vernici né colla. I bambini ci fanno i castelli, i grandi ci accendono la stufa. Li metto in cassette, che mi vanno restituite.',
    category: 'Artigianato',
    brand: 'LEGNO,SCARTI,LAVORETTI',
    countInStock: 6,
    daysAgo: 15,
    pictures: [{ motif: 'logs', scene: 'alps', mood: 'sunset' }],
  },
  {
    seller: 'musica',
    name: 'Dono un pomeriggio di musica a chi non può uscire di casa',
    description:
      'Vengo con la fisarmonica, suono un’ora e faccio due chiacchiere. Per persone anziane o malate, a Torino e prima cintura. Basta che ci sia una sedia e che i vicini siano d’accordo.',
    category: 'Tempo e aiuto',
    brand: 'MUSICA,COMPAGNIA,TEMPO',
    isService: true,
    daysAgo: 11,
    pictures: [
      { motif: 'hands', scene: 'poster', mood: 'grove', colour: 'terracotta' },
      { motif: 'accordion', scene: 'window', mood: 'morning', colour: 'wine' },
    ],
    reviews: [
      { by: 'ulisse', rating: 5, comment: 'Mia madre ha cantato tutte le canzoni. Un regalo vero.' },
      { by: 'segreteria', rating: 5, comment: 'Quando un’associazione funziona, funziona così.' },
    ],
  },
  {
    seller: 'forno',
    name: 'Dono pasta madre attiva, con istruzioni',
    description:
      'Un barattolino di lievito madre vivo e un foglio con i rinfreschi spiegati giorno per giorno. Porta un vasetto di vetro pulito. Se muore, torna: succede a tutti.',
    category: 'Alimentari',
    brand: 'LIEVITO MADRE,PANE',
    countInStock: 8,
    delivery: 'personalmente',
    daysAgo: 5,
    pictures: [],
    reviews: [
      {
        by: 'sportello',
        rating: 4,
        comment: 'Il primo pane era un mattone, il terzo si mangiava. Istruzioni chiarissime.',
      },
    ],
  },
  {
    seller: 'terra',
    name: 'Dono gattina rossa a chi le vorrà bene',
    description:
      'È nata nel cortile del laboratorio, ha quattro mesi ed è già stata dal veterinario. Abituata alle persone e ai rumori. Vorrei conoscere prima chi la prende, senza fretta.',
    category: 'Animali',
    brand: 'GATTI,ADOZIONE',
    countInStock: 0,
    delivery: 'personalmente',
    daysAgo: 20,
    pictures: [{ motif: 'cat', scene: 'window', mood: 'morning', colour: 'terracotta' }],
    reviews: [{ by: 'libreria', rating: 5, comment: 'Ora vive tra i libri e dorme sullo scaffale dei gialli.' }],
  },
  {
    seller: 'apiario',
    name: 'Dono scarponi da montagna numero 42, ancora buoni',
    description:
      'La suola ha ancora qualche stagione davanti. Li ho ingrassati prima di metterli via. A me vanno stretti, spero che a te stiano comodi.',
    category: 'Sport e montagna',
    brand: 'SCARPONI,MONTAGNA',
    delivery: 'posta',
    daysAgo: 17,
    pictures: [{ motif: 'boots', scene: 'alps', mood: 'noon', colour: 'ochre' }],
  },
  {
    seller: 'nonna',
    name: 'Dono giochi da tavolo e una scacchiera di legno',
    description:
      'Alla scacchiera manca un pedone, sostituito con un tappo. Ci sono anche due mazzi di carte e una tombola completa. Per una ludoteca o una famiglia numerosa.',
    category: 'Bambini',
    brand: 'GIOCHI,SCACCHI,TOMBOLA',
    daysAgo: 25,
    pictures: [
      { motif: 'chess', beside: 'gift', scene: 'table', mood: 'plaster' },
      { motif: 'puzzle', scene: 'shelf', mood: 'noon' },
    ],
  },
]

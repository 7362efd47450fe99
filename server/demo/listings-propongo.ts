import type { ListingDraft } from '#server/demo/types.ts'

export const propongo: readonly ListingDraft[] = [
  {
    seller: 'orto',
    name: 'Un gruppo d’acquisto per la farina: chi ci sta?',
    description:
      'Il mulino ci fa un buon prezzo se prendiamo almeno due quintali al mese. Siamo già in sette famiglie, ne servono altre cinque. Si ritira il primo sabato, a turno, e si divide in sacchi da cinque chili.',
    category: 'Alimentari',
    brand: 'GRUPPO D’ACQUISTO,FARINA',
    daysAgo: 2,
    pictures: [{ motif: 'bread', beside: 'crate', scene: 'table', mood: 'noon' }],
    reviews: [{ by: 'forno', rating: 5, comment: 'Farina ottima e organizzazione semplice. Ci sto!' }],
  },
  {
    seller: 'officina',
    name: 'Ciclofficina di quartiere: mettiamo insieme gli attrezzi',
    description:
      'Cerco due o tre soci per aprire una ciclofficina un pomeriggio alla settimana. Il locale c’è, gli attrezzi in parte. Ognuno ripara la propria bici con l’aiuto degli altri; chi può lascia VAL per le spese.',
    category: 'Biciclette',
    brand: 'CICLOFFICINA,QUARTIERE,ATTREZZI',
    daysAgo: 5,
    pictures: [
      { motif: 'bicycle', scene: 'courtyard', mood: 'plaster', colour: 'dusk' },
      { motif: 'toolbox', scene: 'table', mood: 'sunset', colour: 'forest' },
    ],
  },
  {
    seller: 'terra',
    name: 'Condivido il laboratorio di ceramica due giorni a settimana',
    description:
      'Il laboratorio è luminoso, con due torni e un forno da 90 litri. Lo divido con una persona seria, il lunedì e il martedì. Le spese di corrente a metà, il resto in VAL o in aiuto ai mercatini.',
    category: 'Artigianato',
    brand: 'LABORATORIO,CERAMICA,CONDIVISIONE',
    daysAgo: 9,
    pictures: [{ motif: 'vases', scene: 'stall', mood: 'evening', colour: 'terracotta' }],
  },
  {
    seller: 'furgone',
    name: 'Un giro di consegne in comune tra Cuneo e Torino',
    description:
      'Faccio la strada due volte alla settimana e il furgone è mezzo vuoto. Se più produttori si mettono d’accordo, le spese si dividono e le cassette arrivano in giornata. Troviamoci una sera per fissare le tappe.',
    category: 'Trasporti',
    brand: 'CONSEGNE,PRODUTTORI,FURGONE',
    daysAgo: 4,
    pictures: [{ motif: 'van', beside: 'crate', scene: 'hills', mood: 'sunset', colour: 'forest' }],
    reviews: [
      { by: 'apiario', rating: 5, comment: 'Finalmente! Le mie casse di miele ci sono.' },
      { by: 'orto', rating: 4, comment: 'Bella idea. Per la verdura serve partire presto.' },
    ],
  },
  {
    seller: 'musica',
    name: 'Banda di cortile: cerchiamo fiati e percussioni',
    description:
      'Siamo in cinque, tra corde e mantici, e ci troviamo il mercoledì sera. Repertorio di balli popolari, nessuna audizione. Se suoni da poco va bene lo stesso: si impara suonando insieme.',
    category: 'Musica',
    brand: 'BANDA,BALLI POPOLARI,PROVE',
    isService: true,
    daysAgo: 7,
    pictures: [{ motif: 'accordion', beside: 'guitar', scene: 'stall', mood: 'sunset' }],
  },
  {
    seller: 'prato',
    name: 'Terrazzamenti da recuperare: un sabato al mese insieme',
    description:
      'Sopra Biella ci sono muretti a secco che stanno crollando. Propongo di sistemarne un tratto al mese, con qualcuno che ci insegna. Si porta il pranzo, il vino lo mette il proprietario.',
    category: 'Casa e giardino',
    brand: 'MURETTI,MONTAGNA,GRUPPO',
    daysAgo: 11,
    pictures: [
      { motif: 'spade', scene: 'alps', mood: 'noon' },
      { motif: 'tree', scene: 'hills', mood: 'plaster' },
    ],
  },
  {
    seller: 'libreria',
    name: 'Biblioteca degli oggetti: trapani, tende, macchine per cucire',
    description:
      'Quante volte all’anno usi il trapano? Propongo un armadio comune nel mio cortile, dove ognuno mette qualcosa e lo prende in prestito quando serve. Cerco chi mi aiuti con il registro e gli orari.',
    category: 'Tempo e aiuto',
    brand: 'PRESTITO,OGGETTI,CONDIVISIONE',
    daysAgo: 14,
    pictures: [{ motif: 'toolbox', beside: 'books', scene: 'shelf', mood: 'noon' }],
    reviews: [{ by: 'ulisse', rating: 5, comment: 'Io ci metto la tenda e l’idropulitrice.' }],
  },
  {
    seller: 'sportello',
    name: 'Sportello digitale a turno nelle frazioni',
    description:
      'Una mattina al mese in una frazione diversa, per aiutare chi non ha il computer. Cerco altri due soci pratici e qualcuno che presti una sala riscaldata. Il materiale lo porto io.',
    category: 'Informatica',
    brand: 'SPORTELLO,FRAZIONI,DIGITALE',
    isService: true,
    daysAgo: 18,
    pictures: [{ motif: 'laptop', beside: 'plant', scene: 'table', mood: 'morning' }],
  },
  {
    seller: 'sartoria',
    name: 'Scambio di stoffe e cartamodelli tra chi cuce',
    description:
      'Ho l’armadio pieno di tagli comprati e mai usati, e credo di non essere la sola. Vediamoci un pomeriggio: ognuno porta quello che non usa e prende quello che gli serve. Si parte con cinque o sei persone.',
    category: 'Abbigliamento',
    brand: 'STOFFE,CUCITO,SCAMBIO',
    daysAgo: 22,
    pictures: [{ motif: 'folded', beside: 'scissors', scene: 'table', mood: 'noon' }],
  },
  {
    seller: 'nonna',
    name: 'Camminate all’alba tra i filari, due volte a settimana',
    description:
      'Un’ora di passo tranquillo, il martedì e il venerdì alle sette. Da sola mi annoio e finisco per restare a letto. Chi arriva con il caffè nel thermos parte avvantaggiato.',
    category: 'Salute e benessere',
    brand: 'CAMMINATE,COMPAGNIA',
    isService: true,
    daysAgo: 6,
    pictures: [{ motif: 'boots', scene: 'hills', mood: 'morning', colour: 'terracotta' }],
    reviews: [{ by: 'prato', rating: 5, comment: 'Sono venuta due volte: si chiacchiera e si torna a casa contente.' }],
  },
  {
    seller: 'apiario',
    name: 'Adotta un’arnia: una stagione dall’inverno al miele',
    description:
      'Chi adotta un’arnia viene a vederla tre volte all’anno, dà una mano alla smielatura e si porta a casa quattro chili di miele. Sono disponibili sei arnie. Ne parliamo davanti a una tisana.',
    category: 'Alimentari',
    brand: 'API,ADOZIONE,MIELE',
    daysAgo: 26,
    pictures: [],
  },
  {
    seller: 'terra',
    name: 'Disegnare in piazza, la domenica mattina',
    description:
      'Un paio d’ore con fogli e matite davanti alla torre, senza maestri. Propongo di trovarci in sei o sette, ognuno con uno sgabello. A fine anno appendiamo tutto sotto i portici.',
    category: 'Artigianato',
    brand: 'DISEGNO,ACQUERELLO,PIAZZA',
    isService: true,
    daysAgo: 8,
    pictures: [
      { motif: 'easel', scene: 'portico', mood: 'noon' },
      { motif: 'tower', scene: 'poster', mood: 'morning' },
    ],
  },
]

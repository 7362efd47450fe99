import type { ListingDraft } from '#server/demo/types.ts'

/** Things that change hands, help with computers, and a van. */
export const offroCose: readonly ListingDraft[] = [
  {
    seller: 'officina',
    name: 'Bicicletta da città rimessa a nuovo, misura media',
    description:
      'Telaio in acciaio degli anni Ottanta, riverniciato. Freni, cavi, catena e camere d’aria nuovi; cambio a tre marce nel mozzo. Ha luci, cestino e un buon lucchetto. Vieni a provarla: se tra un mese qualcosa si allenta, la registro gratis.',
    category: 'Biciclette',
    brand: 'BICICLETTA,CITTÀ,USATO',
    priceVal: 60,
    priceEuro: 70,
    delivery: 'personalmente',
    daysAgo: 2,
    pictures: [
      { motif: 'bicycle', scene: 'portico', mood: 'plaster', colour: 'forest' },
      { motif: 'bicycle', scene: 'courtyard', mood: 'morning', colour: 'forest' },
      { motif: 'bicycle', scene: 'hills', mood: 'sunset', colour: 'forest' },
      { motif: 'toolbox', scene: 'shelf', mood: 'noon', colour: 'terracotta' },
    ],
    reviews: [
      { by: 'libreria', rating: 5, comment: 'Presa per andare al lavoro. Scorre che è una meraviglia.' },
      { by: 'prato', rating: 5, comment: 'Pietro mi ha regolato la sella e il manubrio sul posto.' },
    ],
  },
  {
    seller: 'libreria',
    name: 'Pacco sorpresa di cinque gialli usati',
    description:
      'Mi dici tre titoli che hai già letto e io scelgo gli altri. Tutti in buono stato, qualche piega sul dorso. Se te ne capita uno che conosci, lo riporti e lo cambio.',
    category: 'Libri',
    brand: 'LIBRI,GIALLI,USATO',
    priceVal: 8,
    priceEuro: 2,
    countInStock: 10,
    delivery: 'posta',
    daysAgo: 6,
    pictures: [
      { motif: 'books', scene: 'table', mood: 'sunset', colour: 'wine' },
      { motif: 'spines', scene: 'shelf', mood: 'grove' },
    ],
    reviews: [
      { by: 'ulisse', rating: 4, comment: 'Quattro su cinque azzeccati: per una sorpresa è tanto.' },
      { by: 'nonna', rating: 5, comment: 'Due li ho letti in una notte.' },
    ],
  },
  {
    seller: 'libreria',
    name: 'Guide e carte dei sentieri delle valli piemontesi, lotto completo',
    description:
      'Una dozzina di guide dagli anni Settanta a oggi, con carte in scala 1:25.000. Qualche sentiero sarà cambiato, i rifugi no. Le vendo insieme perché sono state raccolte con cura da una sola persona.',
    category: 'Libri',
    brand: 'MONTAGNA,SENTIERI,CARTE',
    priceVal: 40,
    priceEuro: 15,
    daysAgo: 31,
    pictures: [
      { motif: 'spines', scene: 'table', mood: 'noon', colour: 'terracotta' },
      { motif: 'backpack', scene: 'alps', mood: 'morning' },
    ],
    reviews: [{ by: 'prato', rating: 4, comment: 'Materiale prezioso, una carta era strappata ma me l’aveva detto.' }],
  },
  {
    seller: 'prato',
    name: 'Saponi naturali alla lavanda e alla calendula, tre pezzi',
    description:
      'Olio d’oliva, burro di karité ed erbe del mio prato. Stagionano due mesi prima di essere incartati. Senza coloranti; il profumo è leggero e svanisce in fretta, com’è giusto che sia.',
    category: 'Salute e benessere',
    brand: 'SAPONE,LAVANDA,ERBE',
    priceVal: 7,
    priceEuro: 4,
    countInStock: 24,
    delivery: 'posta',
    daysAgo: 5,
    pictures: [
      { motif: 'soap', scene: 'shelf', mood: 'morning', colour: 'olive' },
      { motif: 'lavender', scene: 'window', mood: 'noon', colour: 'terracotta' },
      { motif: 'soap', beside: 'lavender', scene: 'table', mood: 'plaster' },
    ],
    reviews: [
      { by: 'terra', rating: 5, comment: 'Con le mani sempre nell’argilla è l’unico che non me le secca.' },
      {
        by: 'ulisse',
        rating: 1,
        comment: 'Spediti in una busta senza imballo, sono arrivati spezzati. Peccato, il profumo è buono.',
      },
      { by: 'sartoria', rating: 4, comment: 'Delicati. Quello alla calendula si consuma un po’ in fretta.' },
    ],
  },
  {
    seller: 'furgone',
    name: 'Piccoli traslochi e trasporti con furgone e una persona',
    description:
      'Furgone da otto metri cubi, coperte e cinghie comprese. Aiuto a caricare e scaricare, fino al secondo piano senza ascensore. Il prezzo è per mezza giornata entro trenta chilometri; il carburante oltre si divide.',
    category: 'Trasporti',
    brand: 'TRASLOCHI,FURGONE',
    priceVal: 45,
    priceEuro: 30,
    isService: true,
    daysAgo: 3,
    pictures: [
      { motif: 'van', scene: 'hills', mood: 'noon', colour: 'terracotta' },
      { motif: 'van', scene: 'portico', mood: 'autumn', colour: 'dusk' },
    ],
    reviews: [
      { by: 'libreria', rating: 5, comment: 'Quaranta scatoloni di libri senza un lamento.' },
      { by: 'bottega', rating: 5, comment: 'Ha trattato il mio banco da lavoro come fosse di vetro.' },
      { by: 'prato', rating: 3, comment: 'Bravo, ma è arrivato con un’ora di ritardo senza avvisare.' },
    ],
  },
  {
    seller: 'nonna',
    name: 'Poltrona foderata, comodissima, colore ottanio',
    description:
      'Era nel salotto, ma ora ci sta il letto del nipote. Rifoderata cinque anni fa, molle a posto, nessun animale in casa. Servono due persone per portarla giù dalle scale.',
    category: 'Casa e giardino',
    brand: 'POLTRONA,SALOTTO,USATO',
    priceVal: 50,
    priceEuro: 40,
    countInStock: 0,
    delivery: 'personalmente',
    daysAgo: 21,
    pictures: [{ motif: 'armchair', scene: 'poster', mood: 'morning', colour: 'dusk' }],
    reviews: [
      { by: 'musica', rating: 5, comment: 'Arrivata a casa grazie al furgone di Luca: ci si addormenta subito.' },
    ],
  },
  {
    seller: 'musica',
    name: 'Fisarmonica 80 bassi revisionata, con custodia',
    description:
      'Suonata per vent’anni nelle feste di paese e revisionata l’anno scorso: mantice a tenuta, tasti allineati. La vendo perché sono passata a una più leggera. Vieni a provarla, ti faccio sentire anche i difetti.',
    category: 'Musica',
    brand: 'FISARMONICA,STRUMENTI',
    priceVal: 250,
    priceEuro: 380,
    delivery: 'personalmente',
    daysAgo: 18,
    pictures: [{ motif: 'accordion', scene: 'table', mood: 'noon', colour: 'wine' }],
  },
  {
    seller: 'sportello',
    name: 'Portatile ricondizionato con sistema libero, pronto all’uso',
    description:
      'Quattordici pollici, disco nuovo, 8 GB di memoria, batteria che dura tre ore. Ho installato un sistema libero in italiano con quello che serve per scrivere, navigare e fare videochiamate. Un mese di assistenza compresa.',
    category: 'Informatica',
    brand: 'COMPUTER,PORTATILE,RICONDIZIONATO',
    priceVal: 70,
    priceEuro: 90,
    countInStock: 2,
    delivery: 'corriere',
    daysAgo: 9,
    pictures: [{ motif: 'laptop', scene: 'shelf', mood: 'morning', colour: 'terracotta' }],
    reviews: [
      { by: 'officina', rating: 5, comment: 'Veloce e silenzioso, e Gino risponde sempre.' },
      {
        by: 'segreteria',
        rating: 4,
        comment: 'Ne usiamo uno allo sportello. La tastiera è un po’ lucida, per il resto perfetto.',
      },
    ],
  },
  {
    seller: 'apiario',
    name: 'Sci da fondo e bastoncini, lunghezza 190',
    description:
      'Usati due inverni, attacchi in ordine e soletta appena sciolinata. Li vendo perché in inverno ormai preferisco le ciaspole. Per chi è alto più o meno un metro e settanta.',
    category: 'Sport e montagna',
    brand: 'SCI,FONDO,NEVE',
    priceVal: 30,
    priceEuro: 25,
    pause: true,
    daysAgo: 44,
    pictures: [{ motif: 'skis', scene: 'alps', mood: 'noon', colour: 'terracotta' }],
  },
  {
    seller: 'sportello',
    name: 'Computer senza paura: quattro incontri per principianti',
    description:
      'Posta elettronica, ricerca, fotografie, pagamenti sicuri. Piccoli gruppi di tre persone, in biblioteca, il sabato mattina. Puoi portare il tuo portatile oppure usare i miei. Il prezzo è per tutti e quattro gli incontri.',
    category: 'Informatica',
    brand: 'COMPUTER,CORSO,ANZIANI',
    priceVal: 30,
    priceEuro: 0,
    isService: true,
    daysAgo: 13,
    pictures: [
      { motif: 'laptop', scene: 'table', mood: 'autumn', colour: 'forest' },
      { motif: 'laptop', beside: 'cup', scene: 'window', mood: 'noon' },
    ],
    reviews: [
      { by: 'nonna', rating: 5, comment: 'Adesso mando le fotografie ai nipoti da sola.' },
      { by: 'forno', rating: 4, comment: 'Chiaro e paziente. Un quinto incontro sulle truffe non guasterebbe.' },
    ],
  },
]

import { KINDS, type Kind, LONG_NAME, type ScreenData } from './screen-data.ts'

export type Screen = {
  name: string
  path: string
  /** The document's title, without the site's name. */
  title: string
  /** Kinds of viewers with access; others are redirected to the sign-in page. */
  for: readonly Kind[]
  status?: number
  /** Whether a request of the page is refused on purpose, which the browser logs in the console. */
  refused?: boolean
  /** The path after a redirect. */
  lands?: string
}

const MEMBERS = ['member', 'seller', 'admin'] as const
const SELLERS = ['seller', 'admin'] as const
const ADMINS = ['admin'] as const

/** The specification's table of routes, as seen by one kind of viewer. */
export const screensOf = (kind: Kind, data: ScreenData): Screen[] => {
  const { order, own } = data.viewers[kind]
  const isSignedIn = kind !== 'visitor'
  // This member has no orders and no listings.
  const missing = kind === 'member' && { refused: true }
  // For sellers the page opens the editor.
  const explainsPublishing = SELLERS.some((seller) => seller === kind)
    ? []
    : [{ name: 'pubblica', path: '/pubblica', title: 'Pubblica un annuncio' }]
  const conversation =
    kind === 'seller' ? [{ name: 'messaggio', path: `/messaggi/${data.thread}`, title: 'Conversazione' }] : []
  const rows: (Omit<Screen, 'for'> & { for?: readonly Kind[] })[] = [
    { name: 'home', path: '/', title: 'Annunci tra vicini' },
    { name: 'home-2', path: '/p/2', title: 'Annunci tra vicini, pagina 2' },
    { name: 'tutti-noi', path: '/tutti_noi', title: 'Noi Tutti' },
    { name: 'newsletter', path: '/newsletter', title: 'Newsletter' },
    {
      name: 'newsletter-confirmation',
      path: '/newsletter/nessuno@esempio.test',
      title: 'Conferma della newsletter',
      refused: true,
    },
    { name: 'disiscrizione', path: '/disiscrizione/inventato', title: 'Disiscriviti dalla newsletter' },
    { name: 'seller', path: `/seller/${data.sellerId}`, title: 'Forno del Borgo (demo)' },
    { name: 'cart', path: '/cart', title: 'Carrello' },
    { name: 'product', path: `/product/${data.product}`, title: data.productName },
    { name: 'product-long', path: `/product/${data.longNamed}`, title: LONG_NAME },
    {
      name: 'signin',
      path: '/signin',
      title: 'Accedi',
      ...(isSignedIn && { lands: '/', title: 'Annunci tra vicini' }),
    },
    { name: 'preferiti', path: '/preferiti', title: 'Preferiti' },
    ...explainsPublishing,
    { name: 'register', path: '/register', title: 'Registrati' },
    { name: 'che-cose-il-val', path: '/che-cose-il-val', title: 'Che cos’è il VAL' },
    { name: 'moneta', path: '/moneta', title: 'La moneta in cifre' },
    { name: 'privacy', path: '/privacy', title: 'Informativa sulla privacy' },
    { name: 'condizioni', path: '/condizioni', title: 'Condizioni d’uso' },
    { name: 'contatti', path: '/contatti', title: 'Contatti' },
    { name: 'note-legali', path: '/note-legali', title: 'Note legali' },
    {
      name: 'segnala',
      path: `/segnala?tipo=listing&id=${data.product}`,
      title: 'Segnala un contenuto',
      lands: '/segnala',
    },
    { name: 'search', path: '/search', title: 'Tutti gli annunci' },
    { name: 'pagine', path: '/pagine', title: 'Le pagine da stampare' },
    { name: 'search-name', path: '/search/name/pane', title: 'Risultati per «pane»' },
    { name: 'search-category', path: '/search/category/Libri', title: 'Annunci in Libri' },
    {
      name: 'search-combined',
      path: '/search/category/all/name/all/min/1/max/10/rating/0/order/lowest/p/1',
      title: 'Tutti gli annunci',
    },
    { name: 'password-recovery', path: '/password-recovery', title: 'Recupera la password' },
    { name: 'password-reset', path: '/password-recovery/inventato', title: 'Scegli una nuova password' },
    { name: 'invito', path: '/invito/inventato', title: 'Entra in piazza' },
    { name: 'nuova-email', path: '/nuova-email/inventato', title: 'Nuovo indirizzo e-mail' },
    { name: 'annulla-modifica', path: '/annulla-modifica/inventato', title: 'Annulla la modifica' },
    { name: 'verification', path: '/verification', title: 'Controlla la posta' },
    { name: 'verification-link', path: '/verification/inventato', title: 'Verifica dell’account', refused: true },
    { name: 'not-found', path: '/niente', title: 'Pagina non trovata', status: 404, refused: true },
    { name: 'profile', path: '/profile', title: 'Il tuo profilo', for: MEMBERS },
    { name: 'profilo-dati', path: '/profilo/dati', title: 'I tuoi dati', for: MEMBERS },
    { name: 'profilo-sicurezza', path: '/profilo/sicurezza', title: 'Accesso e sicurezza', for: MEMBERS },
    { name: 'profilo-privacy', path: '/profilo/privacy', title: 'La tua privacy', for: MEMBERS },
    { name: 'portafoglio', path: '/portafoglio', title: 'Portafoglio', for: SELLERS },
    { name: 'incassa', path: '/incassa', title: 'Incassa', for: SELLERS },
    {
      name: 'paga',
      path: '/paga/FORNO_DEL_BORGO?importo=12,50&nota=Pane',
      title: 'Paga una persona',
      lands: '/paga/FORNO_DEL_BORGO',
      for: SELLERS,
    },
    { name: 'map', path: '/map', title: 'Scegli sulla mappa', for: MEMBERS },
    { name: 'shipping', path: '/shipping', title: 'Consegna', for: MEMBERS },
    { name: 'payment', path: '/payment', title: 'Pagamento', for: MEMBERS },
    { name: 'placeorder', path: '/placeorder', title: 'Invia la richiesta', for: MEMBERS },
    { name: 'avvisi', path: '/avvisi', title: 'Notifiche', for: MEMBERS },
    { name: 'avvisi-salvati', path: '/avvisi-salvati', title: 'Ricerche salvate', for: MEMBERS },
    { name: 'avvisi-preferenze', path: '/avvisi/preferenze', title: 'Preferenze delle notifiche', for: MEMBERS },
    { name: 'avvisi-disiscrizione', path: '/avvisi/disiscrizione/inventato', title: 'Meno e-mail' },
    { name: 'risposta', path: '/risposta/inventato', title: 'Conferma la risposta', refused: true },
    { name: 'ancora-valido', path: '/ancora-valido/inventato', title: 'È ancora valido?', refused: true },
    { name: 'anelli', path: '/anelli', title: 'Anelli di scambio', for: MEMBERS },
    { name: 'messaggi', path: '/messaggi', title: 'Messaggi', for: MEMBERS },
    ...conversation,
    { name: 'orderhistory', path: '/orderhistory', title: 'Le mie richieste', for: MEMBERS },
    { name: 'order', path: `/order/${order}`, title: 'Richiesta', for: MEMBERS, ...missing },
    {
      name: 'product-edit',
      path: `/product/${own}/edit`,
      title: 'Modifica annuncio',
      for: MEMBERS,
      ...missing,
    },
    { name: 'productlist-seller', path: '/productlist/seller', title: 'I tuoi annunci', for: SELLERS },
    { name: 'orderlist-seller', path: '/orderlist/seller', title: 'Richieste ricevute', for: SELLERS },
    { name: 'dashboard', path: '/dashboard', title: 'Cruscotto', for: ADMINS },
    { name: 'tesoreria', path: '/tesoreria', title: 'Tesoreria', for: ADMINS },
    { name: 'productlist', path: '/productlist', title: 'Tutti gli annunci', for: ADMINS },
    { name: 'productlist-2', path: '/productlist/p/2', title: 'Tutti gli annunci', for: ADMINS },
    { name: 'orderlist', path: '/orderlist', title: 'Tutte le richieste', for: ADMINS },
    {
      name: 'orderlist-problem',
      path: '/orderlist?only=problem',
      title: 'Tutte le richieste',
      lands: '/orderlist',
      for: ADMINS,
    },
    ...(kind === 'admin' ? [{ name: 'order-problem', path: `/order/${data.orders.problem}`, title: 'Richiesta' }] : []),
    { name: 'userlist', path: '/userlist', title: 'Utenti', for: ADMINS },
    { name: 'scrivi', path: '/scrivi', title: 'Scrivi a tutti', for: ADMINS },
    { name: 'scrivi-nuova', path: '/scrivi/nuova', title: 'Newsletter', for: ADMINS },
    { name: 'importa', path: '/importa', title: 'Iscrivi da un file', for: ADMINS },
    { name: 'segnalazioni', path: '/segnalazioni', title: 'Segnalazioni', for: ADMINS },
    { name: 'decisione', path: `/decisioni/${data.decision}`, title: 'Decisione', for: MEMBERS, ...missing },
    { name: 'impostazioni', path: '/impostazioni', title: 'Impostazioni', for: ADMINS },
    { name: 'stato', path: '/stato', title: 'Stato', for: ADMINS },
    { name: 'registro', path: '/registro', title: 'Registro', for: ADMINS },
    { name: 'sinonimi', path: '/sinonimi', title: 'Sinonimi', for: ADMINS },
    { name: 'sportello', path: '/sportello', title: 'Sportello', for: ADMINS },
    { name: 'testi', path: '/testi/terms', title: 'Modifica un testo', for: ADMINS },
    { name: 'user-edit', path: `/user/${data.memberId}/edit`, title: 'Modifica utente', for: ADMINS },
  ]
  return rows.map((row) => ({ for: KINDS, ...row }))
}

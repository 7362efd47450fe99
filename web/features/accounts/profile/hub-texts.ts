import type { FullMember, MemberOverview, Waiting } from '#domain/accounts/members.schema.ts'
import type { HubLink } from '#web/features/accounts/profile/hub-links.tsx'

const MOST_SHOWN = 99

const counted = (count: number, one: string, many: string = one): string => {
  if (count > MOST_SHOWN) return `più di ${MOST_SHOWN} ${many}`
  return `${count} ${count === 1 ? one : many}`
}

const countNews = (count: number, one: string, many?: string): HubLink['news'] =>
  count > 0 ? { text: counted(count, one, many) } : undefined

const waitingNews = (count: number, one: string, many: string): HubLink['news'] =>
  count > 0 ? { text: counted(count, one, many), isWaiting: true } : undefined

const progressNews = ({ open, waiting }: Waiting): HubLink['news'] =>
  waitingNews(waiting, 'aspetta te', 'aspettano te') ?? countNews(open, 'in corso')

type Person = Pick<FullMember, 'verified' | 'isSeller' | 'hasAd'>

const sellerLinks = ({ hasAd }: Person, { listings }: MemberOverview, firstListing: string): HubLink[] => [
  {
    to: '/productlist/seller',
    icon: 'tag',
    label: 'Annunci',
    note: hasAd ? 'Quelli che hai pubblicato' : firstListing,
    news: countNews(listings, 'in vetrina'),
  },
]

const verifiedLinks = ({ received, sent, rings, valRequests }: MemberOverview): HubLink[] => [
  {
    to: '/orderlist/seller',
    icon: 'inbox',
    label: 'Attività',
    note: 'Richieste ricevute',
    news: progressNews(received),
  },
  { to: '/orderhistory', icon: 'list', label: 'Storico', note: 'Le mie richieste', news: progressNews(sent) },
  {
    to: '/portafoglio',
    icon: 'wallet',
    label: 'Portafoglio',
    note: 'Paga, chiedi, movimenti',
    news: waitingNews(valRequests, 'ti chiede VAL', 'ti chiedono VAL'),
  },
  { to: '/anelli', icon: 'hands', label: 'Anelli di scambio', note: 'Tra più persone', news: progressNews(rings) },
]

/** What the member exchanges and follows. `firstListing` invites to publish the first listing. */
export const exchangeLinks = (member: Person, overview: MemberOverview, firstListing: string): HubLink[] => [
  ...(member.verified && member.isSeller ? sellerLinks(member, overview, firstListing) : []),
  ...(member.verified ? verifiedLinks(overview) : []),
  {
    to: '/preferiti',
    icon: 'heart',
    label: 'Preferiti',
    note: 'Annunci da ritrovare',
    news: countNews(overview.favourites, 'salvato', 'salvati'),
  },
  {
    to: '/avvisi-salvati',
    icon: 'search',
    label: 'Ricerche salvate',
    note: 'Ti diciamo che cosa arriva',
    news: countNews(overview.alerts, 'attiva', 'attive'),
  },
]

export const SETTING_LINKS: HubLink[] = [
  { to: '/profilo/dati', icon: 'person', label: 'I tuoi dati', note: 'Nome, contatti, vetrina' },
  { to: '/avvisi/preferenze', icon: 'bell', label: 'Preferenze delle notifiche', note: 'Che cosa ti arriva, e quando' },
  {
    to: '/profilo/sicurezza',
    icon: 'lock',
    label: 'Accesso e sicurezza',
    note: 'E-mail, password, passkey, sportello',
  },
  { to: '/profilo/privacy', icon: 'eye', label: 'La tua privacy', note: 'Newsletter, blocchi, i tuoi dati' },
]

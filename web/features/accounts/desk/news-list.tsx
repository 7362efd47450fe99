import { Link } from 'react-router'
import type { DeskNews } from '#domain/accounts/desk.schema.ts'
import { sinceDate } from '#domain/base/dates.ts'
import { NOTICE_COUNTS, type NoticeKind } from '#domain/talk/notices.ts'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './desk.module.css'

type Person = DeskNews['people'][number]

const countText = ({ kind, count }: { kind: NoticeKind; count: number }): string =>
  `${count} ${NOTICE_COUNTS[kind][count === 1 ? 0 : 1]}`

const Entry = ({ person: { username, name, phone, since, news } }: { person: Person }) => (
  <li className={styles.news}>
    <p>
      <strong>{name}</strong> ({username}): {news.map(countText).join(', ')}, {sinceDate(since)}
    </p>
    {phone ? <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a> : <span>Nessun telefono</span>}
  </li>
)

type Props = { news: DeskNews; page: number }

/** The people without e-mail who have news, to be called. What it says is shown only once they are here. */
export const NewsList = ({ news: { people, pages }, page }: Props) => (
  <Panel
    id="novita"
    title="Chi ha novità"
    lead="Persone senza e-mail, per cui risponde lo sportello. Avvisale: che cosa è arrivato lo vedono qui, con la tessera."
  >
    {people.length === 0 ? (
      <p>{pages > 0 ? <Link to="/sportello">Torna alla prima pagina</Link> : 'Adesso nessuno aspetta.'}</p>
    ) : (
      <ul className={styles.list}>
        {people.map((person) => (
          <Entry key={person._id} person={person} />
        ))}
      </ul>
    )}
    <Pagination page={page} pages={pages} pathOf={(n) => `/sportello?p=${n}`} label="Pagine di chi ha novità" />
  </Panel>
)

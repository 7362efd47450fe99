import { Link } from 'react-router'
import { endSession } from '#web/client.ts'
import { useCartCount } from '#web/features/exchange/cart/cart-count.ts'
import { Bell } from '#web/features/talk/notices/bell.tsx'
import { MessagesLink } from '#web/features/talk/threads/messages-link.tsx'
import { HeaderBalance } from '#web/features/val/wallet/header-balance.tsx'
import { registerPath, signInPath } from '#web/lib/page/redirect-target.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { startWayIn, useToldWayIn } from '#web/lib/session/way-in.ts'
import { Brand } from '#web/shell/header/brand.tsx'
import { Categories } from '#web/shell/header/categories.tsx'
import { HeaderMenu } from '#web/shell/header/header-menu.tsx'
import { SearchForm } from '#web/shell/header/search-form.tsx'
import { useFoldOnScroll } from '#web/shell/header/use-fold-on-scroll.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './header.module.css'

/** An empty cart is hidden from visitors, and on phones. A filled one needs the space of the site's name there. */
const CartLink = () => {
  const count = useCartCount()
  return (
    <Link
      to="/cart"
      className={`${styles.link} ${styles.counted} ${count === 0 ? `${styles.wideOnly} for-members` : ''}`}
      data-filled={count > 0 ? '' : undefined}
    >
      <Icon name="basket" size={24} />
      <span className="visually-hidden">Carrello{count === 1 ? ', 1 annuncio' : `, ${count} annunci`}</span>
      <CountBadge count={count} />
    </Link>
  )
}

/** Before hydration CSS shows the username that the head script has set, so that the layout does not shift. */
const UsernamePlaceholder = () => (
  <span className={styles.unnamed}>
    <span className="visually-hidden">Profilo</span>
  </span>
)

type MenuLinkProps = { to: string; className?: string | undefined; note?: string; children: string }

const MenuLink = ({ to, className, note, children }: MenuLinkProps) => (
  <li className={className}>
    <Link to={to}>
      <span>
        {children}
        {note && <span className={styles.note}> {note}</span>}
      </span>
    </Link>
  </li>
)

const ADMIN_LINKS = [
  { to: '/dashboard', label: 'Cruscotto' },
  { to: '/productlist', label: 'Tutti gli annunci' },
  { to: '/orderlist', label: 'Tutte le richieste' },
  { to: '/userlist', label: 'Utenti' },
  { to: '/scrivi', label: 'Scrivi a tutti' },
  { to: '/segnalazioni', label: 'Segnalazioni' },
  { to: '/sportello', label: 'Sportello' },
  { to: '/registro', label: 'Registro' },
  { to: '/tesoreria', label: 'Tesoreria' },
  { to: '/impostazioni', label: 'Impostazioni' },
  { to: '/sinonimi', label: 'Sinonimi' },
  { to: '/stato', label: 'Stato' },
]

const AdminLinks = ({ className }: { className?: string }) =>
  ADMIN_LINKS.map(({ to, label }) => (
    <MenuLink key={to} to={to} className={className}>
      {label}
    </MenuLink>
  ))

/** What neither the header nor, on phones, the bottom bar holds; the rest of a member's pages is in the profile. */
const UserMenu = () => {
  const user = useUserInfo()
  return (
    <HeaderMenu
      className="for-members"
      label={
        <>
          <Icon name="person" />
          <span className={styles.username}>{user?.username ?? <UsernamePlaceholder />}</span>
        </>
      }
    >
      <MenuLink to="/profile" className={styles.wideOnly}>
        Profilo
      </MenuLink>
      <MenuLink to="/productlist/seller" className="for-sellers">
        Annunci
      </MenuLink>
      <MenuLink to="/orderlist/seller" className="for-verified" note="richieste ricevute">
        Attività
      </MenuLink>
      <MenuLink to="/orderhistory" className="for-verified" note="le mie richieste">
        Storico
      </MenuLink>
      {user?.role === 'moderator' && <MenuLink to="/segnalazioni">Segnalazioni</MenuLink>}
      {user?.role === 'desk' && <MenuLink to="/sportello">Sportello</MenuLink>}
      <AdminLinks className={`${styles.narrowOnly} for-admins`} />
      <li>
        <button type="button" onClick={() => void endSession()}>
          <Icon name="out" size={18} />
          Esci
        </button>
      </li>
    </HeaderMenu>
  )
}

/** On phones its links are part of the user menu. */
const AdminMenu = () => (
  <HeaderMenu className={`${styles.wideOnly} for-admins`} label="Admin">
    <AdminLinks />
  </HeaderMenu>
)

/** On a page that somebody came for, both lead back to it. */
const Entrances = () => {
  const wayIn = useToldWayIn()
  const path = wayIn?.path ?? '/'
  const remember = () => wayIn && startWayIn(wayIn)
  return (
    <>
      <ButtonLink to={signInPath(path)} onClick={remember} kind="plain" className={`${styles.entry} for-visitors`}>
        Accedi
      </ButtonLink>
      <ButtonLink to={registerPath(path)} onClick={remember} className={`${styles.entry} for-visitors`}>
        Registrati
      </ButtonLink>
    </>
  )
}

export const Header = () => (
  <header className={styles.header} ref={useFoldOnScroll()}>
    <div className={styles.row}>
      <Categories className={styles.link} />
      <Brand />
      <div className={styles.search}>
        <SearchForm />
      </div>
      <Link to="/tutti_noi" className={`${styles.link} ${styles.everyone}`}>
        <Icon name="people" size={24} />
        <span className={styles.everyoneName}>Noi Tutti</span>
      </Link>
      <div className={styles.account}>
        <HeaderBalance className={styles.link} />
        <MessagesLink className={`${styles.link} ${styles.counted} ${styles.wideOnly} for-members`} />
        <Bell className={`${styles.link} ${styles.counted} for-members`} />
        <CartLink />
        <ButtonLink to="/pubblica" kind="outlined" className={`${styles.entry} ${styles.wideOnly}`}>
          <Icon name="plus" size={20} />
          Pubblica
        </ButtonLink>
        <Entrances />
        <AdminMenu />
        <UserMenu />
      </div>
    </div>
    <div className={styles.awning} aria-hidden="true" />
  </header>
)

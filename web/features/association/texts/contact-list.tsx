import type { ReactNode } from 'react'
import type { Contacts } from '#domain/association/settings.ts'
import { Facts } from '#web/ui/data/facts.tsx'
import styles from './text-page.module.css'

const linkTo = (href: string, text: string) => <a href={href}>{text}</a>

/** The association's contacts from its settings; renders nothing if there are none. */
export const ContactList = ({ email, phone, address }: Contacts) => {
  const contacts: [string, ReactNode][] = [
    ['E-mail', email && linkTo(`mailto:${email}`, email)],
    ['Telefono', phone && linkTo(`tel:${phone.replace(/[^+\d]/g, '')}`, phone)],
    ['Indirizzo', address],
  ]
  const given = contacts.filter(([, value]) => value)
  return given.length > 0 && <Facts facts={given} className={styles.contacts} />
}

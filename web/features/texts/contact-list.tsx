import type { Contacts } from '#domain/settings.ts'
import styles from './text-page.module.css'

/** The association's contacts, as its settings say; nothing if there are none. */
export const ContactList = ({ email, phone, address }: Contacts) =>
  (email || phone || address) && (
    <dl className={styles.contacts}>
      {email && (
        <div>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
      )}
      {phone && (
        <div>
          <dt>Telefono</dt>
          <dd>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
          </dd>
        </div>
      )}
      {address && (
        <div>
          <dt>Indirizzo</dt>
          <dd>{address}</dd>
        </div>
      )}
    </dl>
  )

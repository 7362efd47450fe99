import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { TEXT_PAGE_NAMES, TEXT_PAGES } from '#domain/association/page-texts.ts'
import {
  MAX_ASSOCIATION_NAME,
  MAX_BANNER,
  MAX_CONTACT,
  MAX_STRIP_LABEL,
  MAX_STRIP_TEXT,
  MAX_URL,
  WELCOME_MOMENTS,
} from '#domain/association/settings.ts'
import { COLOUR_ROLES } from '#domain/base/colours.ts'
import { AMOUNT_PATTERN } from '#domain/base/money.ts'
import { ColourField } from '#web/features/association/settings/colour-field.tsx'
import { LogoPicker } from '#web/features/association/settings/logo-picker.tsx'
import { PartnersField } from '#web/features/association/settings/partners-field.tsx'
import { FIELD_LABELS, type FieldName, type Values, WELCOME_LABELS } from '#web/features/association/settings/values.ts'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './settings.module.css'

type Props = { values: Values; onChange: (part: Partial<Values>) => void }

export const SettingsSections = ({ values, onChange }: Props) => {
  const text = (name: FieldName, input: Omit<ComponentProps<'input'>, 'name'> & { hint?: string } = {}) => (
    <Field
      label={FIELD_LABELS[name]}
      name={name}
      value={values[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      required
      {...input}
    />
  )
  const link = (name: FieldName, hint?: string) => text(name, { type: 'url', maxLength: MAX_URL, hint })
  const amount = (name: FieldName, hint?: string) =>
    text(name, {
      inputMode: 'decimal',
      pattern: AMOUNT_PATTERN,
      title: 'Scrivi un numero, con due decimali al massimo: 12,50.',
      hint,
    })
  const times = (name: FieldName, hint?: string) =>
    text(name, { inputMode: 'numeric', pattern: '[1-9]\\d{0,2}', title: 'Scrivi un numero da 1 a 999.', hint })
  return (
    <>
      <Panel id="associazione" title="L’associazione">
        {text('name', {
          maxLength: MAX_ASSOCIATION_NAME,
          hint: 'È nella pagina iniziale, in fondo a ogni pagina e nelle e-mail, anche come mittente.',
        })}
        {link('url', 'Il sito dell’associazione, a cui rimanda anche l’informativa sulla privacy.')}
        <LogoPicker
          label={values.logo ? 'Cambia il logo' : 'Scegli il logo'}
          value={values.logo}
          onChange={(logo) => onChange({ logo })}
        />
        <p className={styles.hint}>JPEG o PNG. Sta in alto in ogni pagina, al posto dei portici, e in ogni e-mail.</p>
      </Panel>
      <Panel id="colori" title="Colori" lead="Si possono scegliere solo colori con cui i testi si leggono bene.">
        <div className={columns.pair}>
          {COLOUR_ROLES.map((role) => (
            <ColourField
              key={role}
              role={role}
              value={values[`colours.${role}`]}
              onChange={(colour) => onChange({ [`colours.${role}`]: colour })}
            />
          ))}
        </div>
      </Panel>
      <Panel id="banner" title="Banner e striscia">
        {text('banner', { maxLength: MAX_BANNER, hint: 'Scorre in cima alle pagine; chi vuole lo ferma.' })}
        {text('strip.text', {
          maxLength: MAX_STRIP_TEXT,
          hint: 'Sta sotto la ricerca. La parola VAL diventa un link alla pagina che la spiega.',
        })}
        <div className={columns.pair}>
          {text('strip.label', { maxLength: MAX_STRIP_LABEL })}
          {link('strip.url')}
        </div>
      </Panel>
      <Panel id="partner" title="Partner">
        <PartnersField partners={values.partners} onChange={(partners) => onChange({ partners })} />
      </Panel>
      <Panel
        id="contatti"
        title="Contatti e testi"
        lead="I contatti sono nella pagina dei contatti. Delle condizioni d’uso, se le cambi, si chiede a tutti di nuovo il consenso."
      >
        <div className={columns.pair}>
          {text('contacts.email', { type: 'email', maxLength: MAX_CONTACT, required: false })}
          {text('contacts.phone', { type: 'tel', maxLength: MAX_CONTACT, required: false })}
        </div>
        {text('contacts.address', { maxLength: MAX_CONTACT, required: false })}
        <p>
          Testi delle pagine:{' '}
          {TEXT_PAGE_NAMES.map((page, index) => (
            <span key={page}>
              {index > 0 && ' · '}
              <Link to={`/testi/${page}`}>{TEXT_PAGES[page].title}</Link>
            </span>
          ))}
        </p>
        {link('valAppUrl', 'Dove ci si iscrive per ricevere VAL ogni giorno.')}
        {link('marketUrl')}
      </Panel>
      <Panel id="benvenuto-val" title="VAL di benvenuto">
        <div className={columns.pair}>
          {amount('welcome.val', 'Li dà la tesoreria a chi si iscrive; 0 per nessuno.')}
          <SelectField
            label={FIELD_LABELS['welcome.when']}
            name="welcome.when"
            value={values['welcome.when']}
            onChange={(event) => onChange({ 'welcome.when': event.currentTarget.value })}
          >
            {WELCOME_MOMENTS.map((moment) => (
              <option key={moment} value={moment}>
                {WELCOME_LABELS[moment]}
              </option>
            ))}
          </SelectField>
        </div>
      </Panel>
      <Panel id="limiti" title="Limiti">
        <div className={columns.pair}>
          {amount(
            'limits.transferPasswordAbove',
            'Quando i VAL che una persona paga in un giorno, per qualunque cosa, superano questa somma, si chiede di nuovo la password o la passkey.',
          )}
          {amount(
            'limits.deskDailySum',
            'Quanti VAL lo sportello può pagare in un giorno per conto della stessa persona. Oltre, paga lei dal suo account.',
          )}
          {amount('limits.giftTypedAbove', 'Oltre questa somma chi dà VAL della tesoreria la scrive due volte.')}
          {amount(
            'limits.giftSecondYesAbove',
            'Si sommano i regali delle ultime 24 ore di chi amministra: quello che va oltre parte solo con il sì di un’altra persona che amministra, se c’è.',
          )}
          {times(
            'limits.requestsPerDay',
            'Quante ne manda al giorno, a persone nuove, chi non ha ancora concluso uno scambio. Ogni scambio concluso le aumenta.',
          )}
          {times(
            'limits.messagesPerDay',
            'Quanti ne scrive al giorno, a persone nuove, chi non ha ancora concluso uno scambio. Crescono allo stesso modo.',
          )}
        </div>
      </Panel>
    </>
  )
}

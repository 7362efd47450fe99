import { useState } from 'react'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import {
  FIRST_BIRTH_YEAR,
  GENDERS,
  MAX_BIRTHPLACE,
  MAX_CF,
  MAX_NAME,
  MAX_REFERERS,
  ZIP_CODE_DIGITS,
  ZIP_CODE_INVALID,
  ZIP_CODE_PATTERN,
} from '#domain/accounts/members.ts'
import { isTaxCode, TAX_CODE_INVALID } from '#domain/accounts/tax-code.ts'
import { toItalianTime } from '#domain/base/dates.ts'
import type { FieldErrors } from '#domain/base/errors.ts'
import { PROVINCES } from '#domain/base/provinces.ts'
import { birthdayFromIso, birthdayToIso } from '#web/features/accounts/profile/birthday.ts'
import { GroupsField } from '#web/features/accounts/profile/groups-field.tsx'
import { useSaveProfile } from '#web/features/accounts/profile/save-profile.ts'
import { oneOf, taxCodeIn, textsIn } from '#web/lib/form-data.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './profile.module.css'

const check = (data: FormData): FieldErrors => (isTaxCode(taxCodeIn(data)) ? {} : { cf: TAX_CODE_INVALID })

const toChange = (data: FormData, groups: string[]) => ({
  ...textsIn(data, 'name', 'surname', 'birthplace', 'phone', 'zipCode'),
  cf: taxCodeIn(data),
  gender: oneOf(GENDERS, String(data.get('gender'))),
  city: oneOf(PROVINCES, String(data.get('city'))),
  // Converted to ISO and back, which normalizes the typed date.
  birthday: birthdayFromIso(birthdayToIso(String(data.get('birthday')))),
  referer: groups,
})

const Names = ({ member }: { member: FullMember }) => (
  <>
    <Field label="Nome utente" name="username" defaultValue={member.username} readOnly />
    <Field label="E-mail" name="email" type="email" defaultValue={member.email} readOnly />
    <Field label="Nome" name="name" defaultValue={member.name} maxLength={MAX_NAME} autoComplete="given-name" />
    <Field
      label="Cognome"
      name="surname"
      defaultValue={member.surname}
      maxLength={MAX_NAME}
      autoComplete="family-name"
    />
  </>
)

const Birthday = ({ member }: { member: FullMember }) => {
  const [day, setDay] = useState(birthdayToIso(member.birthday))
  return (
    <DateField
      label="Data di nascita"
      name="birthday"
      day={day}
      onChange={setDay}
      min={`${FIRST_BIRTH_YEAR}-01-01`}
      max={toItalianTime(new Date()).slice(0, 10)}
      autoComplete="bday"
    />
  )
}

const Birth = ({ member }: { member: FullMember }) => (
  <>
    <SelectField label="Genere" name="gender" defaultValue={member.gender} autoComplete="sex">
      <option value="">Non indicato</option>
      <option value="M">Maschile</option>
      <option value="F">Femminile</option>
    </SelectField>
    <Birthday member={member} />
    <Field
      label="Luogo di nascita"
      name="birthplace"
      defaultValue={member.birthplace}
      maxLength={MAX_BIRTHPLACE}
      autoComplete="off"
      className={styles.capitals}
    />
    <Field
      label="Codice fiscale"
      name="cf"
      defaultValue={member.cf}
      maxLength={MAX_CF}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className={styles.capitals}
    />
  </>
)

const ContactFields = ({ member }: { member: FullMember }) => (
  <>
    <PhoneField label="Telefono" name="phone" defaultValue={member.phone} autoComplete="tel" />
    <SelectField label="Provincia" name="city" defaultValue={member.city} autoComplete="address-level1">
      <option value="">Scegli una provincia</option>
      {PROVINCES.map((province) => (
        <option key={province}>{province}</option>
      ))}
    </SelectField>
    <Field
      label="CAP"
      name="zipCode"
      defaultValue={member.zipCode}
      inputMode="numeric"
      pattern={ZIP_CODE_PATTERN}
      title={ZIP_CODE_INVALID}
      maxLength={ZIP_CODE_DIGITS}
      autoComplete="postal-code"
    />
  </>
)

export const PersonalData = ({ member }: { member: FullMember }) => {
  const save = useSaveProfile()
  const [groups, setGroups] = useState(member.referer)
  return (
    <Panel
      id="dati"
      title="Dati personali"
      lead="Non sono pubblici: li vede chi amministra il sito, e nome, cognome, e-mail e telefono anche la persona con cui fai uno scambio. Tutti vedono il nome utente e, se non scrivi un nome da offerente, il nome."
    >
      <Form
        label="Dati personali"
        check={check}
        onSubmit={async (data) => save(toChange(data, groups))}
        submit="Salva i dati"
        busy="Salvo…"
      >
        <div className={columns.pair}>
          <Names member={member} />
          <Birth member={member} />
          <ContactFields member={member} />
          <div className={columns.whole}>
            <GroupsField groups={groups} onChange={setGroups} max={MAX_REFERERS} />
          </div>
        </div>
      </Form>
    </Panel>
  )
}

import { KINDS } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'
import type { FieldsProps, ListingValues } from '#web/features/market/listings/edit/listing-values.ts'
import { SelectField } from '#web/ui/form/field.tsx'

type Choice = { label: string; section: Section; isService?: boolean }

const CHOICES: readonly Choice[] = [
  { label: 'Vendo un prodotto', section: 'offro', isService: false },
  { label: 'Vendo un servizio', section: 'offro', isService: true },
  { label: 'Cerco un prodotto', section: 'cerco', isService: false },
  { label: 'Cerco un servizio', section: 'cerco', isService: true },
  { label: 'Dono un prodotto', section: 'dono', isService: false },
  { label: 'Dono il mio tempo', section: 'dono', isService: true },
  { label: 'Partnership: facciamo qualcosa insieme', section: 'propongo' },
  { label: 'Evento', section: 'avviso' },
]

const keyOf = ({ section, isService }: Pick<ListingValues, 'section'> & { isService?: boolean }): string =>
  KINDS[section].stock === 'none' ? section : `${section} ${isService ? 'servizio' : 'prodotto'}`

/** Section and, where it matters, product or service, as one choice. */
export const KindField = ({ values, set }: FieldsProps) => (
  <SelectField
    label="Che cosa pubblichi"
    name="section"
    value={keyOf(values)}
    onChange={(event) => {
      const choice = CHOICES.find((each) => keyOf(each) === event.target.value)
      if (choice) set({ section: choice.section, isService: choice.isService ?? values.isService })
    }}
  >
    {CHOICES.map((choice) => (
      <option key={choice.label} value={keyOf(choice)}>
        {choice.label}
      </option>
    ))}
  </SelectField>
)

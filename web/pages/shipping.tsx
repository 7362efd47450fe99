import {
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { ZIP_CODE_DIGITS, ZIP_CODE_INVALID, ZIP_CODE_PATTERN } from '#domain/members.ts'
import { COUNTRY, MAX_ADDRESS, MAX_CITY, MAX_FULL_NAME } from '#domain/orders.ts'
import { readCart } from '#web/features/cart/cart.ts'
import { CheckoutSteps, stepAfterAddress } from '#web/features/cart/checkout-steps.tsx'
import { readAddress, storeAddress } from '#web/features/cart/shipping-address.ts'
import { getFullMember } from '#web/lib/full-member.ts'
import { privateMeta } from '#web/lib/page-meta.ts'
import { requireMember } from '#web/lib/require-member.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'

const TITLE = 'Consegna'

export const meta: MetaFunction = () => privateMeta(TITLE)

/** The address entered last time, or the name and telephone of the profile. */
export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const { _id } = requireMember(url)
  const stored = readAddress()
  if (stored.fullName) return stored
  const record = await getFullMember(_id).catch(() => undefined)
  if (!record) return stored
  const fullName = [record.name, record.surname].filter(Boolean).join(' ')
  return { ...stored, fullName, phone: stored.phone ?? record.phone }
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={5} />

export default function Shipping() {
  const address = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const [params] = useSearchParams()

  const store = (data: FormData) => storeAddress(Object.fromEntries(data))
  const storeAndContinue = async (data: FormData) => {
    store(data)
    await navigate(`/${stepAfterAddress(readCart())}`)
  }
  // A full load: only /map's own CSP admits map tiles.
  const toMap = (form: HTMLFormElement | null) => {
    if (form) store(new FormData(form))
    window.location.assign('/map')
  }
  return (
    <Sheet title={TITLE} lead="Dove vuoi ricevere quello che chiedi.">
      <CheckoutSteps current="shipping" />
      <Outcome
        success={
          params.has('mappa') ? 'L’indirizzo scelto sulla mappa è qui sotto: controllalo e continua.' : undefined
        }
      />
      <Form label="Indirizzo di consegna" onSubmit={storeAndContinue} submit="Continua" busy="Un momento…">
        <Field
          label="Nome e cognome"
          name="fullName"
          defaultValue={address.fullName}
          required
          autoComplete="name"
          maxLength={MAX_FULL_NAME}
        />
        <Field
          label="Indirizzo"
          name="address"
          defaultValue={address.address}
          required
          autoComplete="street-address"
          maxLength={MAX_ADDRESS}
        />
        <div className={columns.pair}>
          <Field
            label="Città"
            name="city"
            defaultValue={address.city}
            required
            autoComplete="address-level2"
            maxLength={MAX_CITY}
          />
          <Field
            label="CAP"
            name="postalCode"
            defaultValue={address.postalCode}
            required
            autoComplete="postal-code"
            inputMode="numeric"
            pattern={ZIP_CODE_PATTERN}
            title={ZIP_CODE_INVALID}
            maxLength={ZIP_CODE_DIGITS}
          />
        </div>
        <div className={columns.pair}>
          <PhoneField label="Telefono" name="phone" defaultValue={address.phone} optional autoComplete="tel" />
          <Field label="Paese" name="country" value={COUNTRY} readOnly />
        </div>
        <div>
          <Button kind="outlined" onClick={(event) => toMap(event.currentTarget.form)}>
            <Icon name="pin" />
            Scegli sulla mappa
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}

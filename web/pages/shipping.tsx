import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { COUNTRY } from '#domain/exchange/orders.ts'
import { needsAddress } from '#domain/market/kinds.ts'
import { AddressFields } from '#web/features/exchange/cart/address-fields.tsx'
import { readCart, useCart } from '#web/features/exchange/cart/cart.ts'
import { storeInPerson, useCheckout } from '#web/features/exchange/cart/checkout.ts'
import { CheckoutSteps, stepAfterAddress } from '#web/features/exchange/cart/checkout-steps.tsx'
import { DeliveryChoice, type Handover, offersBoth } from '#web/features/exchange/cart/delivery-choice.tsx'
import { addressIn, storeAddress } from '#web/features/exchange/cart/shipping-address.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { redirectTo } from '#web/lib/page/redirect-target.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'

const TITLE = 'Consegna'

export const meta: MetaFunction = () => privateMeta(TITLE)

/** Skipped when nothing in the cart is delivered. */
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  const items = readCart()
  if (items.length > 0 && !needsAddress(items)) throw redirectTo(`/${stepAfterAddress(items)}`)
  return null
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={5} />

const Address = ({ onMap }: { onMap: (form: HTMLFormElement | null) => void }) => (
  <>
    <AddressFields />
    <Field label="Paese" name="country" value={COUNTRY} readOnly />
    <div>
      <Button kind="outlined" onClick={(event) => onMap(event.currentTarget.form)}>
        <Icon name="pin" />
        Scegli sulla mappa
      </Button>
    </div>
  </>
)

export default function Shipping() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const items = useCart()
  const isChosen = offersBoth(items)
  const { inPerson = false } = useCheckout()
  const [handover, setHandover] = useState<Handover>(inPerson ? 'inPerson' : 'sent')
  const isSent = !isChosen || handover === 'sent'

  const store = (data: FormData) => storeAddress(addressIn(data))
  const storeAndContinue = async (data: FormData) => {
    storeInPerson(!isSent)
    if (isSent) store(data)
    await navigate(`/${stepAfterAddress(readCart())}`)
  }
  // A full load, because only the CSP of /map allows map tiles. The choice of delivery is stored to survive it.
  const toMap = (form: HTMLFormElement | null) => {
    storeInPerson(false)
    if (form) store(new FormData(form))
    window.location.assign('/map')
  }
  return (
    <Sheet title={TITLE} lead="Come e dove vuoi ricevere quello che chiedi.">
      <CheckoutSteps items={items} current="shipping" />
      <Outcome
        success={
          params.has('mappa') ? 'L’indirizzo scelto sulla mappa è qui sotto: controllalo e continua.' : undefined
        }
      />
      <Form label="Consegna" onSubmit={storeAndContinue} submit="Continua">
        {isChosen && <DeliveryChoice value={handover} onChoose={setHandover} />}
        {isSent ? <Address onMap={toMap} /> : <p>Vi accordate su luogo e ora: non serve un indirizzo.</p>}
      </Form>
    </Sheet>
  )
}

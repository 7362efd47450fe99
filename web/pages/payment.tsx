import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { cartTotals, requesterPays } from '#domain/exchange/cart.ts'
import { DEFAULT_PAYMENT_METHOD } from '#domain/exchange/orders.ts'
import { readCart, refreshCart, useCart } from '#web/features/exchange/cart/cart.ts'
import { isPaid, storeMethod, useCheckout } from '#web/features/exchange/cart/checkout.ts'
import { CheckoutSteps } from '#web/features/exchange/cart/checkout-steps.tsx'
import { Transfer } from '#web/features/exchange/cart/transfer.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { redirectTo } from '#web/lib/page/redirect-target.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLE = 'Pagamento'
const VAL = 'Val'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs): Promise<string[]> => {
  requireMember(url)
  const changes = await refreshCart()
  const items = readCart()
  if (items.length > 0 && !requesterPays(items)) throw redirectTo('/placeorder')
  return changes
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={2} />

const Choice = ({ onChosen }: { onChosen: (method: string) => Promise<void> }) => {
  const { method } = useCheckout()
  return (
    <Form label="Metodo di pagamento" onSubmit={(data) => onChosen(String(data.get('method')))} submit="Continua">
      <SelectField
        label="Moneta"
        name="method"
        defaultValue={method ?? VAL}
        hint="Il pagamento si concorda direttamente con l’offerente."
      >
        <option value={VAL}>Val</option>
        <option disabled>Euro (non attivo)</option>
        <option disabled>Monete speculative (non attive)</option>
        <option value={DEFAULT_PAYMENT_METHOD}>Altra moneta, da concordare</option>
      </SelectField>
    </Form>
  )
}

export default function Payment() {
  const changes = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const items = useCart()
  const [stage, setStage] = useState<1 | 2>(() => (isPaid(items) ? 2 : 1))

  const choose = async (method: string) => {
    storeMethod(method)
    if (method === VAL && cartTotals(items).totalPriceVal > 0) setStage(2)
    else await navigate('/placeorder')
  }
  return (
    <Sheet title={TITLE}>
      <CheckoutSteps items={items} current="payment" />
      {changes.length > 0 && <Alert tone="notice">{changes.join('\n')}</Alert>}
      {stage === 1 ? <Choice onChosen={choose} /> : <Transfer items={items} onOtherCoin={() => setStage(1)} />}
    </Sheet>
  )
}

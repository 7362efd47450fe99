import { useNavigate } from 'react-router'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

/** Creates a draft and opens its editor. */
export const CreateListingButton = ({ children }: { children: string }) => {
  const navigate = useNavigate()
  const { busy, outcome, run } = useAction(async () => {
    const { product } = await call('POST /api/products')
    await navigate(`/product/${product._id}/edit`)
  })
  return (
    <>
      <Button onClick={run} disabled={busy}>
        {busy ? 'Un momento…' : children}
      </Button>
      <Outcome {...outcome} />
    </>
  )
}

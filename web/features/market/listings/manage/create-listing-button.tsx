import { useNavigate } from 'react-router'
import { call } from '#web/client.ts'
import { ActionButton } from '#web/ui/action-button.tsx'

/** Creates a draft and opens its editor. */
export const CreateListingButton = ({ children }: { children: string }) => {
  const navigate = useNavigate()
  const create = async () => {
    const { product } = await call('POST /api/products')
    await navigate(`/product/${product._id}/edit`)
  }
  return (
    <ActionButton act={create} busy="Un momento…">
      {children}
    </ActionButton>
  )
}

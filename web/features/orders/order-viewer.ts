import { useUserInfo } from '#web/lib/session.ts'

/** Who is looking, as the rules of orders ask for them. */
export const useOrderViewer = (): { id: string; isAdmin: boolean } | null => {
  const user = useUserInfo()
  return user && { id: user._id, isAdmin: user.isAdmin }
}

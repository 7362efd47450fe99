import { useUserInfo } from '#web/lib/session/session.ts'

/** The signed-in member in the form that the order rules take. */
export const useOrderViewer = (): { id: string; isAdmin: boolean } | null => {
  const user = useUserInfo()
  return user && { id: user._id, isAdmin: user.isAdmin }
}

import { formatPrice } from '#domain/base/money.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { useWayIn } from '#web/lib/session/way-in.ts'
import { useSite } from '#web/lib/site.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Steps } from '#web/ui/layout/steps.tsx'

const ANY_GOAL = 'Scrivi a chi vuoi'

type Step = 'account' | 'listing' | 'goal'
const ORDER: Step[] = ['account', 'listing', 'goal']

const usePublishText = (): string => {
  const welcome = useSite()?.welcome
  return welcome && welcome.val > 0 && welcome.when === 'listing'
    ? `Pubblica un tuo annuncio: ricevi ${formatPrice(welcome)}`
    : 'Pubblica un tuo annuncio'
}

/** The whole way to what somebody came for, and where they are on it. Without `goal`, the one stored in the browser. */
export const WayInSteps = ({ at, goal }: { at: Step; goal?: string }) => {
  const stored = useWayIn()?.goal
  return (
    <Steps
      label="I tre passi"
      current={ORDER.indexOf(at)}
      steps={[
        { id: 'account', text: 'Registrati' },
        { id: 'listing', text: <WithAmounts>{usePublishText()}</WithAmounts> },
        { id: 'goal', text: goal ?? stored ?? ANY_GOAL },
      ]}
    />
  )
}

/** For the editor: the steps of a member who has not published anything yet. */
export const FirstListingSteps = () => (useUserInfo()?.hasAd === false ? <WayInSteps at="listing" /> : null)

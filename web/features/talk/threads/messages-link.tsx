import { useUnseen } from '#web/lib/unseen.ts'
import { CountedLink } from '#web/ui/counted-link.tsx'

/** A link to the messages with the number of unread ones. */
export const MessagesLink = ({ className }: { className: string | undefined }) => (
  <CountedLink
    to="/messaggi"
    icon="chat"
    label="Messaggi"
    count={useUnseen().messages}
    counted="da leggere"
    className={className}
  />
)

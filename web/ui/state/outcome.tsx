import { Alert } from '#web/ui/state/alert.tsx'

/** The success or failure message of an action. */
export const Outcome = ({ failure, success }: { failure?: string; success?: string }) => (
  <>
    {failure && <Alert>{failure}</Alert>}
    {success && <Alert tone="success">{success}</Alert>}
  </>
)

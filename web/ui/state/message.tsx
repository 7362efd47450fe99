import { Link } from 'react-router'
import { screenText } from '#domain/errors.ts'

/** A message of the API in the words for people, with the link to what they can do next. */
export const Message = ({ children }: { children: string }) => {
  const { text, link } = screenText(children)
  return (
    <>
      {text}
      {link && (
        <>
          {' '}
          <Link to={link.to}>{link.label}</Link>
        </>
      )}
    </>
  )
}

/** A phone number as a link, never broken over two lines. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="portal-link" href={`tel:${number.replace(/\s/g, '')}`} style={{ whiteSpace: 'nowrap' }}>
      {number}
    </a>
  )
}

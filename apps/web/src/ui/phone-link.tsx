/** A number to call, never broken over two lines. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="portal-link" href={`tel:${number.replace(/\s/g, '')}`} style={{ whiteSpace: 'nowrap' }}>
      {number}
    </a>
  )
}

/** The mountains of an empty list. */
export function Ridge() {
  return (
    <svg viewBox="0 0 150 92" className="w-[150px]" aria-hidden>
      <circle cx="104" cy="34" r="20" className="fill-accent-soft" />
      <path d="M4 88 46 34 64 56 90 22 146 88Z" className="fill-soft" />
      <path d="M90 22 80 46 90 56 84 88H146Z" className="fill-line-strong" />
    </svg>
  )
}

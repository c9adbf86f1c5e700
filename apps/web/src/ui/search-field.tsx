/** The search text of a list: it is applied shortly after the last key, and at once on Enter. */
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import classes from './search-field.module.css'

interface SearchFieldProps {
  /** What can be searched. */
  label: string
  /** What the empty field shows; the label by default. */
  placeholder?: string | undefined
  /** The search text that the list has now. */
  value: string
  onSearch(text: string): void
  /** What the search text lacks, shown below the field. */
  error?: string | null
  /** 200 by default. */
  maxLength?: number
}

const typingMs = 300

export function SearchField({
  label,
  placeholder = label,
  value,
  onSearch,
  error = null,
  maxLength = 200,
}: SearchFieldProps) {
  const errorId = useId()
  const [typed, setTyped] = useState(value)
  const [searched, setSearched] = useState(value)
  const [seen, setSeen] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Going back in the history may bring another search text than was entered here.
  if (value !== seen) {
    setSeen(value)
    if (value !== searched) {
      setSearched(value)
      setTyped(value)
    }
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(text: string) {
    clearTimeout(timer.current)
    const trimmed = text.trim()
    if (trimmed === searched) return
    setSearched(trimmed)
    onSearch(trimmed)
  }

  const form = (
    <form
      className="relative"
      onSubmit={(event) => {
        event.preventDefault()
        search(typed)
      }}
    >
      <IconSearch
        className="pointer-events-none absolute inset-y-0 left-[15px] my-auto text-muted"
        size={20}
        stroke={1.75}
        aria-hidden
      />
      <input
        ref={input}
        className={classes.input}
        type="search"
        aria-label={label}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : errorId}
        placeholder={placeholder}
        value={typed}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        // A user who moves on does not wait for the typing delay.
        onBlur={() => search(typed)}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value
          setTyped(text)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(text), typingMs)
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className="plain-button absolute inset-y-0 right-[2px] my-auto grid size-11 place-items-center rounded-sm"
          aria-label="Borrar la búsqueda"
          onClick={() => {
            setTyped('')
            search('')
            input.current?.focus()
          }}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </button>
      )}
    </form>
  )
  return (
    <div className="min-w-0">
      {form}
      <p id={errorId} className="mx-0 mt-2 mb-0 type-meta font-strong text-error empty:hidden" role="status">
        {error}
      </p>
    </div>
  )
}

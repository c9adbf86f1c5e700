/** A field that finds a person. The arrows choose among those who were found, and Enter takes the chosen one. */

import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { findSearchError, type ListedUser } from '@mi-portal/contract/users'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { useDebounced } from '../../lib/browser/debounced.ts'
import { useHasPermission } from '../../lib/permissions.ts'
import { describeAge } from '../attendance/arrivals.rules.ts'
import { usersQuery } from '../users/users.queries.ts'
import { readPhoneEnd } from './patient.rules.ts'

const typingMs = 250

const places = {
  page: {
    key: '/',
    hasStaff: true,
    box: 'relative min-w-0 flex-1',
    list: 'absolute top-full right-0 left-0 z-10 mt-1 max-w-form rounded-md bg-raised p-1 shadow-popover',
  },
  dialog: { key: undefined, hasStaff: false, box: 'min-w-0', list: 'mt-1' },
} as const

interface PersonPickerProps {
  label: string
  inputRef?: RefObject<HTMLInputElement | null>
  /** In a dialog, the list makes room for itself and has patients only. */
  place?: keyof typeof places
  onChoose(person: ListedUser): void
  /** Called with the search text to create the record of a person who was not found. */
  onCreate(searchText: string): void
}

export function PersonPicker({ label, inputRef, place = 'page', onChoose, onCreate }: PersonPickerProps) {
  const mayCreate = useHasPermission('users.edit')
  const { key, hasStaff, box, list } = places[place]
  const listId = useId()
  const [typed, setTyped] = useState('')
  const searchText = useDebounced(typed.trim(), typingMs)
  const [isOpen, setIsOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  /** Whether Enter was pressed before the answer came. */
  const [isAwaited, setIsAwaited] = useState(false)

  const query = useQuery(usersQuery({ searchText, late: false, page: 1 }))
  const isCurrent = typed.trim() === searchText && searchText !== ''
  const error = findSearchError(typed)
  const answer = isCurrent && !query.isPlaceholderData && error === null ? query.data : undefined
  const found = (answer?.patients ?? []).filter(({ rol }) => hasStaff || rol === 'STANDART_ROLE')
  const canCreate = mayCreate && answer !== undefined && found.length === 0
  const count = found.length + (canCreate ? 1 : 0)

  function close() {
    setIsOpen(false)
    setIsAwaited(false)
  }
  function open(person: ListedUser) {
    close()
    setTyped('')
    onChoose(person)
  }
  function create() {
    close()
    onCreate(typed.trim())
  }
  function choose(place: number) {
    const person = found[place]
    if (person) open(person)
    else if (canCreate) create()
  }
  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') close()
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setIsOpen(true)
      setMarked((marked + step + count) % count)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    setIsOpen(true)
    if (answer === undefined) setIsAwaited(true)
    else choose(marked)
  }

  // Enter came before the answer: one person is opened, several are listed.
  const [only, ...others] = isAwaited && answer !== undefined ? found : []
  const openPerson = useEffectEvent(open)
  useEffect(() => {
    if (only !== undefined && others.length === 0) openPerson(only)
  }, [only, others.length])

  const status = describeStatus()
  function describeStatus(): string {
    if (!isOpen || typed.trim() === '') return ''
    if (error !== null) return error
    if (query.isError && isCurrent) return query.error.message
    if (answer === undefined) return 'Buscando…'
    if (found.length === 0) return 'No encontramos a nadie con esta búsqueda'
    return found.length === 1 ? '1 persona' : `${answer.total} personas`
  }

  return (
    <div className={box}>
      <label className="flex min-h-11 max-w-form items-center gap-2 rounded-md border border-control bg-card px-3 focus-within:outline-3 focus-within:outline-focus">
        <IconSearch size={20} stroke={1.75} className="flex-none text-muted" aria-hidden />
        <span className="portal-hidden">{label}</span>
        <input
          ref={inputRef}
          data-autofocus={hasStaff ? undefined : true}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen && count > 0}
          aria-controls={isOpen && count > 0 ? listId : undefined}
          aria-activedescendant={isOpen && count > 0 ? `${listId}-${marked}` : undefined}
          aria-keyshortcuts={key}
          autoComplete="off"
          maxLength={200}
          placeholder="Nombre, documento, teléfono o e-mail"
          className="min-w-0 flex-1 border-0 bg-transparent text-body outline-none"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            setMarked(0)
            setIsOpen(true)
            setIsAwaited(false)
          }}
          onFocus={() => setIsOpen(typed !== '')}
          onBlur={close}
          onKeyDown={handleKey}
        />
        {key && (
          <kbd className="type-meta rounded-sm border border-line-strong px-2 text-muted max-desktop:hidden">
            {key}
          </kbd>
        )}
      </label>
      {status !== '' && (
        <div className={list}>
          <p className="type-meta px-3 py-2 text-muted" role="status">
            {status}
          </p>
          {count > 0 && (
            <div
              id={listId}
              role="listbox"
              aria-label="Personas"
              tabIndex={-1}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
            >
              {found.map((person, index) => (
                <Option
                  key={person.id}
                  id={`${listId}-${index}`}
                  isMarked={index === marked}
                  onChoose={() => open(person)}
                >
                  <span className="block font-strong text-strong">{formatFullName(person)}</span>
                  <span className="type-meta block text-muted">{describePerson(person, searchText)}</span>
                </Option>
              ))}
              {canCreate && (
                <Option id={`${listId}-0`} isMarked={marked === 0} onChoose={create}>
                  <span className="flex items-center gap-2 font-strong text-link">
                    <IconUserPlus size={20} stroke={1.75} aria-hidden />
                    Crear ficha
                  </span>
                </Option>
              )}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** Returns age, document and state of a person, and the end of a phone by which the person was found. */
function describePerson(person: ListedUser, searchText: string): string {
  const { age, document_type_id, document_number, document_country, deleted, status_data } = person
  const phoneEnd = readPhoneEnd(searchText)
  return [
    age !== null && describeAge(age),
    showDocumentWithCountry(document_type_id, document_number, document_country),
    deleted ? 'Perfil eliminado' : status_data.name,
    phoneEnd !== null &&
      !document_number.includes(searchText.replaceAll(/\D/g, '')) &&
      `teléfono •••• ${phoneEnd}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

interface OptionProps {
  id: string
  isMarked: boolean
  onChoose(): void
  children: React.ReactNode
}

function Option({ id, isMarked, onChoose, children }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className="min-h-11 cursor-pointer rounded-sm px-3 py-2 hover:bg-soft aria-selected:bg-soft"
      // The field handles the keys.
      onMouseUp={onChoose}
    >
      {children}
    </div>
  )
}

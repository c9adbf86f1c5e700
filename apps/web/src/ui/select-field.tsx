/** A choice among options: a list that can be searched by typing. */
import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useLayoutEffect, useRef, useState } from 'react'
import { Spinner } from './button.tsx'
import classes from './select-field.module.css'
import { TextField } from './text-field.tsx'

interface Option {
  id: number | string
  name: string
}

interface SelectFieldProps {
  label: ReactNode
  description?: ReactNode
  /** Shown in the empty field. */
  placeholder?: string
  options: readonly Option[]
  /** The id of the chosen option as text, or empty. */
  value: string
  onChange(value: string): void
  onBlur?(): void
  error?: ReactNode
  id?: string
  name?: string
  ref?: Ref<HTMLInputElement>
  disabled?: boolean
  /** Whether the options are loading. */
  loading?: boolean
}

/** Returns whether Enter confirms composed characters instead of the chosen option. Safari reports this only by the key code. */
function isComposing({ nativeEvent }: KeyboardEvent) {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}

/** Up to this number of options, a phone does not cover them with its keyboard. */
const maxWithoutKeyboard = 8

const closedKeys = ['Enter', 'ArrowDown', 'ArrowUp']
const openKeys = [...closedKeys, 'Escape']

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

export function SelectField({
  options,
  value,
  onChange,
  onBlur,
  loading,
  disabled,
  placeholder = 'Selecciona',
  ...rest
}: SelectFieldProps) {
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  /** What was typed since the list opened. */
  const [search, setSearch] = useState<string>()
  const [marked, setMarked] = useState(-1)
  const frame = useRef<HTMLDivElement>(null)
  const chosen = options.find(({ id }) => String(id) === value)
  const shown =
    search === undefined ? options : options.filter(({ name }) => fold(name).includes(fold(search)))

  function open() {
    if (isOpen || disabled || loading) return
    setIsOpen(true)
    setMarked(chosen ? options.indexOf(chosen) : -1)
  }
  function close() {
    setIsOpen(false)
    setSearch(undefined)
    setMarked(-1)
  }
  function choose(option: Option | undefined) {
    if (!option) return
    close()
    onChange(String(option.id))
  }
  function type(text: string) {
    // Typing behind the chosen name starts a new search.
    const before = search === undefined ? (chosen?.name ?? '') : ''
    setSearch(before !== '' && text.startsWith(before) ? text.slice(before.length) : text)
    setIsOpen(true)
    setMarked(0)
  }
  function mark(place: number) {
    setMarked((place + shown.length) % Math.max(shown.length, 1))
  }
  function handleKey(event: KeyboardEvent) {
    const { key } = event
    if (key === 'Tab') close()
    if (!(isOpen ? openKeys : closedKeys).includes(key) || isComposing(event)) return
    // A dialog around the field stays open, and its form is not sent.
    event.preventDefault()
    event.stopPropagation()
    if (!isOpen) open()
    else if (key === 'Escape') close()
    else if (key === 'Enter') choose(shown[marked])
    else mark(key === 'ArrowDown' ? marked + 1 : marked - 1)
  }

  return (
    <div ref={frame} className="min-w-0">
      <TextField
        {...rest}
        placeholder={loading ? 'Cargando...' : placeholder}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && shown[marked] ? `${listId}-${marked}` : undefined}
        autoComplete="off"
        inputMode={options.length > maxWithoutKeyboard ? undefined : 'none'}
        disabled={disabled || loading}
        value={search ?? chosen?.name ?? ''}
        overlay={
          isOpen || !chosen
            ? undefined
            : { content: <span data-text={chosen.name} aria-hidden />, frame: classes.wrapped }
        }
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onClick={({ currentTarget }) => {
          currentTarget.select()
          open()
        }}
        onBlur={() => {
          close()
          onBlur?.()
        }}
        onKeyDown={handleKey}
        rightSection={
          <span className="pointer-events-none mr-3 grid justify-self-end">
            {loading ? <Spinner /> : <IconChevronDown size={18} stroke={1.75} aria-hidden />}
          </span>
        }
      />
      {isOpen && (
        <Options
          id={listId}
          options={shown}
          value={value}
          marked={marked}
          anchor={() => frame.current?.querySelector('input')}
          onChoose={choose}
        />
      )}
    </div>
  )
}

interface OptionsProps {
  id: string
  options: readonly Option[]
  value: string
  marked: number
  anchor(): HTMLElement | null | undefined
  onChoose(option: Option): void
}

/** The list, above everything, also above a dialog. It follows its field when the page scrolls. */
function Options({ id, options, value, marked, anchor, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  const anchorOf = useRef(anchor)

  useLayoutEffect(() => {
    const surface = list.current
    if (!surface) return
    surface.showPopover()
    const place = () => {
      const field = anchorOf.current()?.getBoundingClientRect()
      if (!field) return
      const below = document.documentElement.clientHeight - field.bottom - 16
      const isBelow = below >= Math.min(240, field.top)
      Object.assign(surface.style, {
        left: `${field.left}px`,
        width: `${field.width}px`,
        top: isBelow ? `${field.bottom + 4}px` : 'auto',
        bottom: isBelow ? 'auto' : `${document.documentElement.clientHeight - field.top + 4}px`,
        maxHeight: `${Math.min(320, isBelow ? below : field.top - 16)}px`,
      })
    }
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [])
  useLayoutEffect(() => {
    if (marked >= 0) list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])

  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      className="fixed m-0 overflow-auto rounded-md border-0 bg-raised p-1 text-body shadow-popover"
      aria-label="Opciones"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        <div
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={String(option.id) === value}
          data-marked={index === marked || undefined}
          className="flex min-h-11 cursor-pointer items-center rounded-sm px-3 py-2 hover:bg-soft aria-selected:font-strong data-marked:bg-soft data-marked:text-on-soft"
          // The field handles the keys.
          onMouseUp={() => onChoose(option)}
        >
          {option.name}
        </div>
      ))}
      {options.length === 0 && <p className="px-3 py-2 text-muted">Sin resultados</p>}
    </div>
  )
}

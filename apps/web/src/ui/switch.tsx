import type { InputHTMLAttributes, ReactNode } from 'react'

/** Turns something on and off. The words beside it say the present state. */
export function Switch({
  label,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; checked: boolean }) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-3">
      <span className="relative inline-block h-6 w-11 flex-none">
        <input
          {...input}
          type="checkbox"
          role="switch"
          aria-checked={input.checked}
          className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        />
        <span className="pointer-events-none absolute inset-0 rounded-full border border-control bg-sub peer-checked:border-action peer-checked:bg-action peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus" />
        <span className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-control peer-checked:translate-x-5 peer-checked:bg-on-action" />
      </span>
      <span>{label}</span>
    </label>
  )
}

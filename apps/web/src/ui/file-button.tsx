import { IconUpload } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps {
  /** The name of the field for screen readers. */
  label: string
  accept: string
  loading: boolean
  onFile(file: File): void
  children: string
  variant?: ComponentProps<typeof Button>['variant']
  icon?: ReactNode
}

const uploadIcon = <IconUpload size={20} stroke={1.75} aria-hidden />

/** A button that opens the browser's dialog for choosing a file. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, loading, onFile, children, variant = 'default', icon = uploadIcon } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="portal-hidden"
        aria-label={label}
        tabIndex={-1}
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Allows choosing the same file again after it was corrected.
          currentTarget.value = ''
        }}
      />
      <Button variant={variant} loading={loading} leftSection={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}

import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'

interface FileButtonProps {
  /** The name of the field for screen readers. */
  label: string
  accept: string
  loading: boolean
  onFile(file: File): void
  children: string
}

/** A button that opens the browser's dialog for choosing a file. */
export function FileButton({ label, accept, loading, onFile, children }: FileButtonProps) {
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
      <Button
        variant="default"
        loading={loading}
        leftSection={<IconUpload size={20} stroke={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}

/** The place of a photo of a document that staff have not asked to see. The photo is loaded only then, because each viewing is audited. */
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import classes from '../users.module.css'

interface HiddenPhotoProps {
  label: string
  loading: boolean
  onShow(): void
}

export function HiddenPhoto({ label, loading, onShow }: HiddenPhotoProps) {
  return (
    <div className={classes.hidden}>
      <IconEyeOff size={28} stroke={1.75} aria-hidden />
      <Button
        size="sm"
        variant="default"
        leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
        aria-label={`Ver imagen: ${label}`}
        data-act="photo"
        loading={loading}
        onClick={onShow}
      >
        Ver imagen
      </Button>
    </div>
  )
}

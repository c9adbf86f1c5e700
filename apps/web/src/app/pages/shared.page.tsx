/** Page of the link to a shared exam, with the viewer of its images. */
import { SharedExams } from '../../features/exams/shares/shared-exams.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

// The viewer is loaded only when the recipient asks for the images.
const SharedImages = lazyComponent(
  async () => (await import('../../features/images/shared-images.tsx')).SharedImages,
)

export function SharedPage() {
  return <SharedExams ImagesOf={SharedImages} />
}

import type { PeriodicJob } from '../../platform/jobs.ts'
import type { PhotosService } from './photos.service.ts'

export function createPhotosJobs(photos: PhotosService): PeriodicJob[] {
  return [
    {
      name: 'photos.remove',
      cron: '15 * * * *',
      run: async () => ({ due: await photos.removeDue() }),
    },
  ]
}

import type { CloudFile, TrackFileRequest } from '@workbook-data-service/client/api';
import { type FormEvent, useState } from 'react';
import { useFormat } from '../../../text/format.js';
import { useText } from '../../../text/text.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Checkbox, Select, TextField } from '../../../ui/field.js';
import { ProblemNotice } from '../../../ui/notice.js';
import { ProgressBar } from '../../../ui/progress.js';
import { texts } from './texts.js';

/** How a file comes into the workbook: with its later versions, or once. */
export type BringChoices = Pick<TrackFileRequest, 'as_name' | 'on_existing'> & { isTracked: boolean };

interface TrackDialogProps {
  file: CloudFile;
  isBusy: boolean;
  error: unknown;
  onBring: (choices: BringChoices) => void;
  /** Also while the file is being fetched, which goes on then. */
  onClose: () => void;
}

/** Asks how a file of a drive comes into the workbook, and shows that it does. */
export function TrackDialog({ file, isBusy, error, onBring, onClose }: TrackDialogProps) {
  const text = useText(texts);
  const [isTracked, setIsTracked] = useState(true);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    onBring({
      isTracked,
      as_name: String(given.get('as_name')).trim() || undefined,
      on_existing: (given.get('on_existing') ?? undefined) as BringChoices['on_existing'],
    });
  }
  return (
    <Dialog
      title={text.bringInFile(file.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isBusy ? text.leave : text.cancel}</Button>
          <Button type="submit" form="track-file" look="primary" disabled={isBusy}>
            {text.bringIn}
          </Button>
        </>
      }
    >
      <form id="track-file" className="stacked" onSubmit={submit}>
        <TextField
          label={text.asName}
          hint={text.asNameHint}
          name="as_name"
          maxLength={255}
          placeholder={file.name}
        />
        <div>
          <Checkbox
            label={text.track}
            checked={isTracked}
            onChange={({ target }) => setIsTracked(target.checked)}
          />
          <p>{isTracked ? text.about : text.aboutOnce}</p>
        </div>
        {isTracked && (
          <Select label={text.onExisting} name="on_existing" defaultValue="auto">
            <option value="auto">{text.auto}</option>
            <option value="seed">{text.seed}</option>
            <option value="replace">{text.replace}</option>
            <option value="refuse">{text.refuse}</option>
          </Select>
        )}
      </form>
      {isBusy && <Bringing file={file} />}
      <ProblemNotice error={error} />
    </Dialog>
  );
}

/** While the service fetches and reads a file. The drive does not say how far it is, only how large the file is. */
export function Bringing({ file }: { file: CloudFile }) {
  const text = useText(texts);
  const format = useFormat();
  const label = text.bringing(file.size === null ? file.name : `${file.name} (${format.bytes(file.size)})`);
  return (
    <div role="status">
      <p>{label}</p>
      <ProgressBar label={label} />
    </div>
  );
}

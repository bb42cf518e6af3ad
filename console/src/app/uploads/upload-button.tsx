import { Upload } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { FORMATS } from './choose-files.js';
import { useUploadHere } from './use-upload-here.js';

const texts = messages({ upload: 'Upload files' }, { upload: 'ファイルをアップロード' });

/** Chooses files, for those who do not drop them; nothing where they may only read. */
export function UploadButton({ look }: Pick<ComponentProps<typeof Button>, 'look'>) {
  const text = useText(texts);
  const input = useRef<HTMLInputElement>(null);
  const { upload, mayUpload } = useUploadHere();
  if (!mayUpload) return null;
  return (
    <>
      <Button look={look} icon={<Upload />} onClick={() => input.current?.click()}>
        {text.upload}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={FORMATS}
        aria-label={text.upload}
        onChange={({ currentTarget }) => {
          upload([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
